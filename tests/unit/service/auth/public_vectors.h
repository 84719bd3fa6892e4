/*
 * public_vectors.h - public keys and tokens for test_jwt_public.c. The private keys were discarded;
 * the valid tokens do not expire before the year 9999.
 */
#ifndef TESTS_PUBLIC_VECTORS_H
#define TESTS_PUBLIC_VECTORS_H

static const char rsa_key[] = "-----BEGIN PUBLIC KEY-----\n"
			      "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA8RmBgYQOd/y2s/OQ1/D3\n"
			      "CyMM3T9/9P0206NGWnhf7THUCufF21Hdz/naYxaFe1les1id9JY50BITWS+m6yPG\n"
			      "grC9K26SRIlbsGouKahMgkVZ6P4+pvFsyMKMplBHasyl7eSHp9wdTK7D9zU6cQKA\n"
			      "EiJDTxRM8fTVENW4EwwOvSSdO83pmIkGut58v3ciOhtcm4DZnp7SowWRujrOWsUn\n"
			      "/DPX/eAUUw0F78Q/Rmr7Id+1SaUmqSb9bYymqz21sD/LVGaSWIKxLrdhTwfK7+8S\n"
			      "2QfHLrrLt6k3gCscWnPOIbSQnpCb1hMVYJm3JayspxYx/CO+roVmeruJG0MzNnDN\n"
			      "bwIDAQAB\n"
			      "-----END PUBLIC KEY-----\n";

static const char p256_key[] = "-----BEGIN PUBLIC KEY-----\n"
			       "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvePohQ5cqTE+nn9KgrduWUEy8Evz\n"
			       "Ciilt8tpELJwwyBNXgwZ6/ILGCsOEtqz/pC6iVKVXjVkv6pyF0uX6SOjDA==\n"
			       "-----END PUBLIC KEY-----\n";

static const char weak_rsa_key[] =
    "-----BEGIN PUBLIC KEY-----\n"
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC1H17DSRsPvhq/NNozjm7DTmLE\n"
    "cs8SxbimtZwfulQ6wSCxB4rWtHpSJJP4a5Vgot6eZl9xJvtRsl9ORoZH8LZnJYbJ\n"
    "DKzBnE+hERKLaTDeYqwc+flfvUGqMCJBm8KYQi3PfNKP7/kGq/YKuDNRb4pLLKTV\n"
    "t1GR7vWfZhncymw+2wIDAQAB\n"
    "-----END PUBLIC KEY-----\n";

static const char p384_key[] = "-----BEGIN PUBLIC KEY-----\n"
			       "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAET6UigcXoPvv7LBHlKIy0u+Qz/Jh/rynB\n"
			       "is6qB33bctqc2COx0JW9kFXInliIfwhIXZcPJfe7Sbxu8P5OiTo11Rs6TWnuUC09\n"
			       "3I07QPs4iFFzaxalnCEcoZy7PKyf7xKr\n"
			       "-----END PUBLIC KEY-----\n";

static const char ed25519_key[] = "-----BEGIN PUBLIC KEY-----\n"
				  "MCowBQYDK2VwAyEAgPbzQekh5vZd8RhO2qx7BY7TxinaQXuCu5RAwAlccQ8=\n"
				  "-----END PUBLIC KEY-----\n";

static const char rs256_good[] =
    "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.QCKIcDeh"
    "2OzBSS33POAveGjehDSfuW68vnXvsHdIEbjlgp2LsMJLbfY5qvD8NhWIQn5Oc97kajHLN6K43pIe0sFM"
    "KQXAwCOlzVhxs8Wvnf4mYkwx5lDa7PIPHPMfzmlL0zYSu0WeV6GzB3Sbh2K1dtHv0RgI5NSGqW-qJh9T"
    "i55qAGalBAHsbQTNTIbDaRYoX2eFztk3dvitIIH2Wrye-FZQGpZjGUt9ToTQAB94ZktKguog8JMPws3I"
    "I41t_yiNdRnbq-MpMwq4EmugHdE4yznSz1AVM1Db5EpzFBKIn6iLRb5KIb6ed3oDh-tBx2LKaE2HBTPM"
    "zlxmpUwiACbwiA";

static const char es256_good[] =
    "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.lbHJsPHi"
    "BKE4x6pFJnV3Gf4wK6BKQE9KDn3QzSqpzMSvtl8t-6Av360p5K_ZGXbtjfuAM-Ua_HiAaAMR44wjXA";

static const char rs256_weak_signer[] =
    "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.XfCDCoE7"
    "uYkAVvH2qmM1KcoYFFMJAfUppdjGvnaZ7ZxydzwWiAWYbOzwlmmNY2C-_6fDiRNNbpsf7VJhAIKikIIw"
    "1OXjmpIJb8tDOfRzrBfLgwDvnAmCksHvdc_FUdUexnCRKZ3uzCts8p7iHq1Npdi3NfTS9RD5L6JQuQ3B"
    "TQ4";

static const char rs384[] =
    "eyJhbGciOiJSUzM4NCIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.cqwxE58V"
    "CRJs4Y6c-jbmy4id05qixIG0sTgGjjsf0iM7Y7KKBCaNtL8jx_gddY4_MDEcpgfUU5Ub7xaBJOeIyF6S"
    "cdMiWKvksqeWwPPyrNaAK1GvQZQccoBBXd6jSBKljZJN6IT8S2ApGIQawDMq_xrD0Crxu_50155MCcor"
    "pM5XaVmm0J0UJV9IbPzqg9jV34ftGE7fiZcRZEpNv4QIDMZ2giIerHQm6ngKSxoGaOOsqiRFEyLvCYoX"
    "nRyN4qiOqqSnHmBG4-cj7rd2U0xnWpndA__10k5tcAYCXbuTxGmmNgsvSP4w4sfB8ntx75ZgdQrLlFwB"
    "7nyL9vIWVxDgCQ";

static const char ps256[] =
    "eyJhbGciOiJQUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.gj0gTYNK"
    "wkyGKZrnFkkx5xFXPCft52Deffu5XftIxJ4cEbRWFEsgDlwVUVPh3ZU1jFGlsDEcKm3UXulzmv6dFKda"
    "GCpuozQNVry7EggPmJUowEVmj4AyeYPROjm9r8KDhtkWXuF2k7hnLAMl85weGpAl_Sjhi2aJkTlngs49"
    "mnKU0BzfFOCcJ0ABxB1cVChebKo98Z4gZyZErCydEY0X8YjayWZVd7PRLIdj7fj66iiAXTXBwd2EW6Si"
    "Tu9XQgGvLjozNMj6QW0v9TwprD5TpUpuUnVlHDKWNspzB9IttUJcnz_F-2z22NAe6xK1CGfUf8f8Sik5"
    "9MPts1vieAzddA";

static const char es256_p384[] =
    "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.Of8kLHOB"
    "6hki6s8frUvRYGdPHU-u59TmXuzzR3uctz53ueNlM4AZVIQfz1DsQoHmmCe0JH66D2h9M3mQ17HXpfeK"
    "hGuaSATn9NIEFJ5B2Q4Ws_lETB8Q3m5b1PMZP2GO";

static const char es256_der[] =
    "eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29"
    "tLWFwaSIsInN1YiI6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.MEYCIQCC"
    "x2CfJtVZ3c8KbQey9efnUu5juXlo4iP4bibb5rf_IAIhAK-HysGnX94Uxj5tZuo7Q4TBjbc26MG9JMiv"
    "yjy131jx";

static const char rs256_named_es256[] =
    "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29tLWFwaSIsInN1YiI"
    "6ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.q67Ku3-A-xp0JEwYaNmBPAsi"
    "tpO8Lc_9mELN2O-Z9pMrI3UcIGlr-7bIg8gjLpM274eyfUJMG40HJUYgDQr6uE-pGp-FqEqssPizddyX"
    "_7R8Q_ifgQe2Tq4f3TcD9CQwuiNHdsT15qHUKkT4LUVk07RhhJ9ElvZqPf0SPSESkS4r8PpzdX-pAsl3"
    "YE1a3wHLCswr59WtppPLfVlQ747Icz_OKxEw-KXYuROhFUQYRbWEXCRUzMu2PI-muR7CrWE_BMZTk7qY"
    "f_v8tQnjn-TzqwDYqfjoMIrvogFCnSYMlrvWSIiLomTookoVuEdvknH0_ju1ET65XXKoOZEEkEGdjg";

static const char rs256_named_none[] =
    "eyJhbGciOiJub25lIn0.eyJpc3MiOiJiYWNrcm9vbSIsImF1ZCI6ImJhY2tyb29tLWFwaSIsInN1YiI6"
    "ImFubiIsImV4cCI6MjUzNDAyMzAwNzk5LCJzY29wZSI6InJlYWQifQ.7tq1850nB-cI7EDbjErrubSgt"
    "McPXUZBPfZ161mBMb0OPdiJB1Cik9YK2EotCemO8Xt9gJ8Jg-YfJ-IDG3bzI6XOLPE57JChnk6ljgghG"
    "nY8dhP3vqqCnassymf9lox_V7cUdG9vUbW7MpJXJU8b8e0BVuI-b78OQRNsL8JaPcjqH6rCj-sNHXTZt"
    "YA1jnn79EXffkoIET8CLzDx_0aMgTSgLpeGUwRy5mS2zrux1c9XBw9EYg87lZDUHORX0PsBghXs2Pzpx"
    "lfn15XQt-yqDeDD5KjX44DIcpSl1GkK4lS27sY8qiLi9LtqoasP0jsZ-O9J7amLhvDBfqJLNsiUPA";

#endif
