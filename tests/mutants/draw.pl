#!/usr/bin/perl
# Draws changes to C files, each of which ought to make a test fail.
#   draw.pl list SEED COUNT FILE…   file, line, kind, and the line before and after, by tabs
#   draw.pl apply FILE LINE TEXT    puts a text in the place of a line
# The same seed, files and count give the same changes.
use strict;
use warnings;

# What a line may become. Each is a kind, what is looked for, and what stands there instead.
my @kinds = (
	['condition turned', qr/(?<![=!<>+\-*\/&|^])==(?!=)/, sub { '!=' }],
	['condition turned', qr/!=(?!=)/, sub { '==' }],
	['condition turned', qr/\bif \((?!0\))(?=.*\)$)/, sub { 'if (!' }],
	['off by one', qr/(?<![<\->=])<(?![<=])(?= )/, sub { '<=' }],
	['off by one', qr/(?<![>\-=])>(?![>=])(?= )/, sub { '>=' }],
	['off by one', qr/<=(?= )/, sub { '<' }],
	['off by one', qr/(?<![\->])>=(?= )/, sub { '>' }],
	['off by one', qr/ \+ 1\b(?![.\dx])/, sub { '' }],
	['off by one', qr/ - 1\b(?![.\dx])/, sub { '' }],
	['constant moved', qr/(?<![\w.\[x'"%])([2-9]|[1-9]\d+)(?![\w.'"])/, sub { $_[0] + 1 }],
	['and/or', qr/&&/, sub { '||' }],
	['and/or', qr/\|\|/, sub { '&&' }],
	['return turned', qr/\breturn true\b/, sub { 'return false' }],
	['return turned', qr/\breturn false\b/, sub { 'return true' }],
	['check dropped', qr/^(\t+)if \(.*\)$/, sub { $_[0] =~ s/if \(.*\)$/if (0)/r }],
	['check dropped', qr/^(\t+)\} else if \(.*\) \{$/, sub { $_[0] =~ s/if \(.*\) \{$/if (0) {/r }],
	['call removed', qr/^\t+[a-z_]\w*\([^;]*\);$/, sub { $_[0] =~ s/[a-z_]\w*\(.*/;/r }],
	['assignment removed', qr/^\t+[a-z_][\w.\->\[\]]* [|&+\-]?= [^;]*;$/, sub { $_[0] =~ s/[a-z_].*/;/r }],
	['not', qr/(?<=[( ])!(?=[a-z_(])/, sub { '' }],
);

# Lines of a file without what is no code: comments and texts become blanks of the same length.
sub code_of {
	my ($text) = @_;
	$text =~ s{(/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')}{
		my $x = $1; $x =~ s/[^\n]/\x01/g; $x }gse;
	return split /\n/, $text, -1;
}

# What changes nothing by the language or by what is around it, whatever a test does:
# - a descriptor is compared with 0: none that a program opens is 0, which is its standard input;
# - the bound of an array that is a parameter, which no compiler looks at;
# - of two that are compared, what is done where they are equal: is_same_if_equal().
sub is_same {
	my ($kind, $before, $rest, $match, $around) = @_;
	return 0 if $kind ne 'off by one';
	return 1 if $before =~ /(?:\b|_)fds?(\[\w+\])?\s*$/ and $rest =~ /^\s*0\b/ and $match =~ /[<>]/;
	return 1 if $before =~ /^\w+\(.*\[\w+$/ and $rest =~ /^\]/;
	return $match =~ /^[<>]=?$/ && is_same_if_equal("$before#$rest", @$around);
}

# One operand of a comparison: a name with its members and calls without arguments, a number, or a
# product of two.
my $one = qr/[\w.\->\[\]]+/;
my $operand = qr/$one(?: \* $one)?/;

# Where both are equal, is the same done? So it is of
# - the larger, the smaller, the distance and the amount: `a < b ? a : b`, `a > b ? a - b : 0`,
#   `a < 0 ? -a : a`, with casts or without;
# - `if (a > b)`, and on the next line `b = a;`;
# - what was asked before: `a != b ? a < b : …`, `a != b && a < b`, `if (a != b)`, and on the next
#   line `return a < b …`.
sub is_same_if_equal {
	my ($line, $former, $next) = @_;
	s/\((?:unsigned |const )?\w+(?:_t)?\)(?=[\w(])//g for $line, $next; # casts
	return 0 if $line !~ /^(.*?)($operand) # ($operand)(.*)$/;
	my ($before, $a, $b, $then) = ($1, $2, $3, $4);
	my ($qa, $qb) = (quotemeta $a, quotemeta $b);
	return 0 if $before =~ /[+\-*\/%&|] $/ and $before !~ /&& $|\|\| $|\+= $|-= $/;
	return 1 if $then =~ /^ \? (?:$qa : $qb|$qb : $qa|$qa - $qb : 0|$qb - $qa : 0|0 : $qa - $qb|0 : $qb - $qa)[;,)]/;
	return 1 if $b eq '0' and $then =~ /^ \? (?:-$qa : $qa|$qa : -$qa)[;,)]/;
	return 1 if $then eq ')' and $next =~ /^\s*(?:$qa = $qb|$qb = $qa);$/;
	my $differ = qr/(?:$qa != $qb|$qb != $qa)/;
	return 1 if $before =~ /(?:[(=] |\(|return )$differ (?:\? |&& )\(?$/;
	return 1 if $former =~ /^\s*if \($differ\)$/ and $before =~ /^\s*return \(?$/;
	return 0;
}

sub changes_of {
	my ($file) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	my $text = do { local $/; <$in> };
	my @lines = split /\n/, $text, -1;
	my @code = code_of($text);
	my @found;
	for my $i (0 .. $#lines) {
		next if $code[$i] =~ /^\s*(#|$|\x01)/ or $code[$i] =~ /^(static |const |extern )?\w[^=]*;$/;
		for my $k (@kinds) {
			my ($kind, $look, $put) = @$k;
			my $line = $code[$i];
			while ($line =~ /$look/g) {
				my ($from, $to) = ($-[0], $+[0]);
				my $was = substr $lines[$i], $from, $to - $from;
				next if is_same($kind, substr($line, 0, $from), substr($line, $to), $was,
					[$i ? $code[$i - 1] : '', $code[$i + 1] // '']);
				my $after = $lines[$i];
				substr($after, $from, $to - $from) = $put->($was);
				push @found, [$file, $i + 1, $kind, $lines[$i], $after] if $after ne $lines[$i];
			}
		}
	}
	return @found;
}

# One of each kind in turn, so that what is frequent does not crowd out the rest.
sub list {
	my ($seed, $count, @files) = @_;
	srand($seed);
	my %of_kind;
	for my $file (@files) {
		push @{ $of_kind{ $_->[2] } }, $_ for changes_of($file);
	}
	my @kinds_there = sort keys %of_kind;
	my %taken;
	while ($count > 0 and @kinds_there) {
		my $k = int rand @kinds_there;
		my $of = $of_kind{ $kinds_there[$k] };
		my ($drawn) = splice @$of, int(rand @$of), 1;
		splice @kinds_there, $k, 1 unless @$of;
		next if $taken{"$drawn->[0]:$drawn->[1]"}++;
		s/\t/    /g for my ($before, $after) = map { s/^\t+//r } @$drawn[3, 4];
		print join("\t", @$drawn[0 .. 2], $before, $after, unpack('H*', $drawn->[4])), "\n";
		$count--;
	}
}

sub apply {
	my ($file, $number, $hex) = @_;
	open my $in, '<', $file or die "$file: $!\n";
	my @lines = <$in>;
	$lines[$number - 1] = pack('H*', $hex) . "\n";
	open my $out, '>', $file or die "$file: $!\n";
	print $out @lines;
	close $out or die "$file: $!\n";
}

my $what = shift // '';
if ($what eq 'list') { list(@ARGV) }
elsif ($what eq 'apply') { apply(@ARGV) }
else { die "draw.pl list SEED COUNT FILE… | apply FILE LINE HEX\n" }
