#include "model/currency.h"

/* Sorted, four bytes each. Without the codes for tests, metals and "no currency". */
static const char currency_codes[] =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN "
    "BWP BYN BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN "
    "ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD "
    "JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT "
    "MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG "
    "QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT "
    "TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XCG XOF "
    "XPF YER ZAR ZMW ZWG ";

/* Codes whose number of decimals is not 2, in the same format. */
static const struct {
	int decimals;
	const char *codes;
} exponents[] = {
	{ 0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF " },
	{ 3, "BHD IQD JOD KWD LYD OMR TND " },
	{ 4, "CLF UYW " },
};

static bool
is_among(const char *list, struct str code)
{
	if (code.n != 3)
		return false;
	for (; *list; list += 4)
		if (str_eq(str_from(list, 3), code))
			return true;
	return false;
}

bool
currency_is_known(struct str code)
{
	return is_among(currency_codes, code);
}

int
currency_places(struct str code)
{
	for (size_t i = 0; i < sizeof(exponents) / sizeof(*exponents); i++)
		if (is_among(exponents[i].codes, code))
			return exponents[i].decimals;
	return 2;
}
