#!/usr/bin/perl
# english.pl [TREE] - holds the plain English of comments and of texts that users read, and unique
# struct names. Prints each finding as FILE:LINE: WORDS; exits with 1 if there is one.
#
# A comment must not begin a sentence with Of, What, Who, Whose, Where, Likewise or "The same of";
# must not use behind, beside or stand for order or existence, nor somebody, nobody and whoever; and
# says "is not a", not "is no". Texts in strings have the terms of the screens ("reload", not "read
# again"). english.allow lists the exceptions, with reasons.
use strict;
use warnings;

chdir(shift // '.') or die "english.pl: $!\n";
my $token = qr{(//[^\n]*|/\*.*?\*/)|("(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*)|('(?:\\.|[^'\\\n])*')|[^/"']+|.}s;
my $opening = qr{(?:^|[.;:!?] )(?:(?:Of|What|Who|Whose|Where|Likewise)\b|The same(?= (?:of|for|as|in|where|when|by|with|on|that)\b|[,.:;]|$))};
my $turn = qr{(?<!left )(?<!nothing )\bbehind\b|\b(?:beside|stands?|stood|somebody|nobody|whoever|whomever)\b|(?<![Tt]here )\b(?:is|are) (?:no|none)\b(?! longer| more| later| less| wider| older| other)}i;
# Words that screens do not use: another term, or another voice, is the one for them.
my $term = qr{\b(?:all the same|to look at|as it was|under way|somebody|nobody|whomever|reads? (?:again|anew)|older (?:ones )?exist|that is all|mend(?:ed|s|ing)?|came by|the way back|takes? it back|Enter takes|Esc leaves|not taken|forget it|people as they are|stands? (?:in|for|beside|behind|alone)|behind (?:it|this|that)|said (?:there|here)|not said|is meant|which was meant)\b|(?<![Tt]here )\b(?:is|are) (?:no|none)\b(?! longer)}i;

# allowed{file}: the texts of it that are excused; a file may end with /*.
my %allowed;
if (open(my $list, '<', 'tests/lint/english.allow')) {
	while (<$list>) {
		next if /^\s*(?:#|$)/;
		my ($file, $text) = /^(\S+)\t([^\t]+)\t\S/ or die "english.allow:$.: FILE, text and reason, with tabs between\n";
		push @{$allowed{$file}}, $text;
	}
}

sub is_allowed {
	my ($file, $text) = @_;
	for my $pattern (keys %allowed) {
		next unless $pattern eq $file or ($pattern =~ m{^(.*/)\*$} and index($file, $1) == 0);
		for (@{$allowed{$pattern}}) {
			return 1 if index($text, $_) >= 0;
		}
	}
	return 0;
}

my ($failed, %structs) = (0);
sub find {
	my ($file, $line, $why, $text) = @_;
	return if is_allowed($file, $text);
	print "$file:$line: \"$why\" in: $text\n";
	$failed = 1;
}

my @files = sort map { chomp; $_ } `find src ui tests -name '*.c' -o -name '*.h' -o -name '*.def' 2>/dev/null`;
for my $file (@files) {
	open(my $in, '<', $file) or die "$file: $!\n";
	my $source = do { local $/; <$in> };
	my $line = 1;
	while ($source =~ /\G$token/g) {
		my ($comment, $string, $all) = ($1, $2, $&);
		if (defined $comment) {
			(my $text = $comment) =~ s{^/\*+|\*/$|^//}{}g;
			$text =~ s/\n\s*\*[ \t]*\n/ . /g;
			$text =~ s/\n\s*\*?[ \t]*/ /g;
			$text =~ s/^\s+|\s+$//g;
			find($file, $line, $&, $text) if $text =~ $opening or $text =~ $turn;
		} elsif (defined $string and $file !~ m{^tests/}) {
			(my $text = $string) =~ s/"\s*"//g;
			find($file, $line, $&, $text) if $text =~ / / and $text =~ $term;
		}
		$line += () = $all =~ /\n/g;
	}
	next if $file =~ m{^tests/};
	while ($source =~ /^(?:typedef |static |const )*struct (\w+) \{/mg) {
		$structs{$1}{$file} = 1;
	}
}
for my $name (sort keys %structs) {
	my @at = sort keys %{$structs{$name}};
	next if @at < 2;
	print "struct $name has several definitions: @at\n";
	$failed = 1;
}
exit $failed;
