#include "demo/big/tour.h"
#include "demo/rng.h"

enum { NAMES_PER_LIST = 8 }; /* in each list */

/* Names separated by commas; those that are not ASCII are followed by their form in e-mail
 * addresses. British ones are for all other countries, too. */
static const struct name_list {
	const char *country, *first_names, *last_names;
} name_lists[] = {
	{ "US", "Dwayne,Marisol,Caleb,Joanna,Terrence,Shelby,Luis,Paige",
	    "Whitlock,Castellano,Brubaker,Oyelaran,Hatcher,Delacroix,Stroud,Vandermeer" },
	{ "DE", "Jörg|joerg,Annika,Matthias,Käthe|kaethe,Sönke|soenke,Ulrike,Tilman,Heike",
	    "Großmann|grossmann,Petersen,Köhler|koehler,Lütje|luetje,Claasen,Rautenberg,Dierks,Ude" },
	{ "JP", "美咲|misaki,大輔|daisuke,Haruka,Kenji,陽菜|hina,Sota,Yumiko,拓海|takumi",
	    "高橋|takahashi,Nakamura,渡辺|watanabe,Kuroda,小川|ogawa,森田|morita,Ito,Shimizu" },
	{ "PL", "Łukasz|lukasz,Zbigniew,Agnieszka,Paweł|pawel,Żaneta|zaneta,Bartosz,Jolanta,Ewa",
	    "Zając|zajac,Szczepaniak,Krawczyk,Mróz|mroz,Dąbrowa|dabrowa,Pietrzak,Lis,Zawada" },
	{ "KW", "Dalal,Yousef,Noura,Abdulrahman,Hessa,Faisal,Maryam,Bader",
	    "Al Mutawa,Al Rashidi,Al Kandari,Al Sabti,Al Enezi,Al Othman,Al Hajeri,Al Fadhel" },
	{ "FR", "Élodie|elodie,Benoît|benoit,Océane|oceane,Thibault,Gaël|gael,Rémi|remi,Luc,Anne",
	    "Lefèvre|lefevre,Charpentier,d'Aubigny,Rousselot,Giraudet,Moreau-Picard,Fontanel,Roche" },
	{ "IN", "Ananya,Rohan,Lakshmi,Vikram,Meera,Arjun,Kavita,Sanjay",
	    "Iyengar,Deshpande,Chatterjee,Raghunathan,Bhattacharya,Kulkarni,Menon,Thakkar" },
	{ "BR", "João|joao,Conceição|conceicao,Thiago,Luciana,Caetano,Beatriz,Otávio|otavio,Rui",
	    "Figueiredo,Magalhães|magalhaes,Assunção|assuncao,Tavares,Bellini,Siqueira,Melo,Pires" },
	{ "NG", "Ellen,Chinedu,Folake,Tunde,Ngozi,Ifeanyi,Yetunde,Emeka",
	    "Okafor,Adeyemi,Nwosu,Balogun,Eze,Abiodun,Olatunji,Umeh" },
	{ "SE", "Åsa|asa,Björn|bjorn,Linnéa|linnea,Göran|goran,Saga,Viggo,Märta|marta,Nils",
	    "Lindqvist,Sjöberg|sjoberg,Ekdahl,Hallgren,Öberg|oberg,Wallin,Nyström|nystrom,Falk" },
	{ "TR", "Özlem|ozlem,Kerem,Şebnem|sebnem,Çağla|cagla,Emre,Gülay|gulay,Tolga,Defne",
	    "Yıldırım|yildirim,Çetin|cetin,Aksoy,Şahin|sahin,Demirtaş|demirtas,Korkmaz,Kaya,Er" },
	{ NULL, "Noel,Isabell,Joan,Harriet,Callum,Priya,Rhys,Imogen",
	    "Kell,Roy,Ellery,Ashdown,Merriweather,Pell,Tarrant,Holloway" },
};

/* Draws a name of the list; *plain is its form in addresses. */
static struct str
draw_name(struct rng *r, const char *names, struct str *plain)
{
	struct str rest = str_of(names), name = STR_NONE;
	for (unsigned i = 1 + rng_below(r, NAMES_PER_LIST); i && str_next(&rest, ',', &name); i--)
		continue;
	size_t bar = str_find_char(name, '|');
	*plain = bar == SIZE_MAX ? name : str_sub(name, bar + 1, SIZE_MAX);
	return str_sub(name, 0, bar);
}

/* Appends the letters of a name for an address: "d'Aubigny" becomes "daubigny". */
static void
add_letters(struct buf *out, struct str name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] != ' ' && name.p[i] != '\'')
			buf_add_lower(out, str_sub(name, i, 1));
}

void
person_append_field(
    struct buf *out, enum person_field field, const struct tour_person *who, unsigned number)
{
	static const char *const domains[] = { ".com", ".org", ".net" };
	struct rng r = rng_start("person", number);
	const struct name_list *names = name_lists;
	while (names->country && !str_eqz(who->country, names->country))
		names++;
	struct str plain_first, plain_last;
	struct str first = draw_name(&r, names->first_names, &plain_first);
	struct str last = draw_name(&r, names->last_names, &plain_last);
	if (field == PERSON_FIRST_NAME || field == PERSON_LAST_NAME) {
		buf_adds(out, field == PERSON_FIRST_NAME ? first : last);
	} else if (field == PERSON_COMPANY) {
		buf_addf(out, number % 2 ? "Studio %.*s" : "%.*s & Sons", STR_ARG(last));
	} else {
		add_letters(out, plain_first);
		buf_addc(out, '.');
		add_letters(out, plain_last);
		buf_addf(out, "%u@", number);
		add_letters(out, who->has_company ? plain_last : STR("example"));
		buf_addz(out, who->has_company ? ".example" : domains[number % 3]);
	}
}
