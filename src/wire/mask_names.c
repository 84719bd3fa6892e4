#include "wire/mask_names.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* ---- tables ---- */

/* In ASCII order, for a binary search. */
static const char latin_given[][11] = { "Abel", "Abigail", "Adela", "Adele", "Adrian", "Agatha",
	"Agnes", "Aidan", "Aileen", "Alan", "Alana", "Alba", "Alden", "Alec", "Alexa", "Alexis",
	"Alice", "Alina", "Alison", "Alma", "Alvin", "Amanda", "Amara", "Amber", "Amelia", "Amos",
	"Amy", "Andrea", "Angela", "Angus", "Anika", "Anita", "Annabel", "Anneke", "Anselm",
	"Anthea", "Antonia", "April", "Archie", "Ariel", "Arlene", "Arlo", "Arnold", "Arthur",
	"Asa", "Astrid", "Aubrey", "Audrey", "August", "Aurora", "Ava", "Avery", "Axel", "Barnaby",
	"Barry", "Basil", "Beata", "Beatrix", "Bella", "Benedict", "Bernard", "Bertha", "Beryl",
	"Bethany", "Bettina", "Bianca", "Birgit", "Blake", "Blanche", "Boris", "Brenda", "Brendan",
	"Bridget", "Bruno", "Bryn", "Caitlin", "Callum", "Calvin", "Camilla", "Candice", "Carina",
	"Carla", "Carlo", "Carmen", "Carol", "Caspar", "Cassie", "Cecil", "Cecily", "Cedric",
	"Celeste", "Celia", "Chandra", "Chester", "Chloe", "Clara", "Clarence", "Claudia",
	"Clement", "Clifton", "Clive", "Colette", "Colin", "Connor", "Cora", "Cordelia", "Corey",
	"Corinna", "Cosmo", "Craig", "Cyril", "Cyrus", "Dahlia", "Daisy", "Damian", "Damon",
	"Daphne", "Darcy", "Darius", "Dawn", "Debora", "Deirdre", "Delia", "Denise", "Denzil",
	"Derek", "Desmond", "Diane", "Dieter", "Dilys", "Dina", "Dirk", "Dora", "Doreen", "Dorian",
	"Doris", "Dorothea", "Dougal", "Duncan", "Dustin", "Dylan", "Edgar", "Edith", "Edna",
	"Edwin", "Effie", "Eileen", "Elaine", "Elena", "Eli", "Elias", "Elisa", "Elise", "Ella",
	"Ellis", "Eloise", "Elsa", "Elsie", "Emil", "Emily", "Emlyn", "Enid", "Erica", "Erika",
	"Erin", "Ernest", "Esme", "Estelle", "Esther", "Ethan", "Etta", "Eugene", "Eunice", "Eva",
	"Evan", "Evelyn", "Ezra", "Fabian", "Faith", "Farah", "Faye", "Felicity", "Felix", "Fergus",
	"Fern", "Fiona", "Flora", "Florian", "Floyd", "Frances", "Freda", "Freya", "Frieda",
	"Gareth", "Garth", "Gavin", "Gemma", "Geneva", "Gerald", "Gerda", "Gideon", "Gilbert",
	"Gilda", "Giles", "Gillian", "Gina", "Gisela", "Gladys", "Glenda", "Gloria", "Gordon",
	"Greer", "Gregor", "Greta", "Gudrun", "Gunnar", "Gustav", "Guy", "Gwen", "Hadley", "Hamish",
	"Hannah", "Harold", "Harvey", "Hazel", "Hector", "Heidi", "Helen", "Helga", "Henning",
	"Herbert", "Hester", "Hilary", "Hilda", "Holly", "Horace", "Howard", "Hubert", "Hugo",
	"Ian", "Ida", "Ignatius", "Imogen", "Ina", "Ines", "Inga", "Ingrid", "Ione", "Irene",
	"Iris", "Irma", "Irving", "Isaac", "Isabel", "Isla", "Ismael", "Ivan", "Ivor", "Ivy",
	"Jacinta", "Jacob", "Jana", "Jared", "Jarvis", "Jasmine", "Jasper", "Jeanette", "Jemima",
	"Jenna", "Jeremy", "Jerome", "Jessica", "Jocelyn", "Jodie", "Joel", "Johanna", "Jolene",
	"Jonas", "Joris", "Josephine", "Joyce", "Judith", "Jules", "Julian", "Juliet", "June",
	"Juno", "Justine", "Kai", "Karin", "Karla", "Katrina", "Kay", "Keira", "Keith", "Kelvin",
	"Kenneth", "Kerstin", "Kevin", "Kieran", "Kirsten", "Klara", "Klaus", "Konrad", "Kurt",
	"Kyle", "Lachlan", "Lambert", "Lana", "Lara", "Larissa", "Lars", "Laura", "Laurel",
	"Lauren", "Leah", "Leander", "Leila", "Lena", "Leona", "Leonie", "Leopold", "Lesley",
	"Leslie", "Lewis", "Lidia", "Lilian", "Lily", "Linda", "Linus", "Lionel", "Lisa", "Livia",
	"Lloyd", "Lois", "Lorna", "Lorraine", "Lottie", "Louisa", "Lowell", "Lucas", "Lucia",
	"Lucinda", "Lucy", "Ludwig", "Luna", "Lydia", "Lyle", "Mabel", "Maddie", "Madeline",
	"Maeve", "Magda", "Magnus", "Maisie", "Malcolm", "Mandy", "Manfred", "Marcel", "Marcia",
	"Marcus", "Margo", "Marian", "Marina", "Marion", "Marisa", "Marius", "Martha", "Martin",
	"Marvin", "Mathilda", "Matthias", "Maud", "Maura", "Maureen", "Mavis", "Maximilian",
	"Maxine", "Melanie", "Melinda", "Melissa", "Mercy", "Meredith", "Meryl", "Mia", "Micah",
	"Mildred", "Miles", "Millicent", "Milo", "Mina", "Mira", "Miriam", "Moira", "Molly", "Mona",
	"Monica", "Morag", "Morgan", "Morris", "Muriel", "Myra", "Myrtle", "Nadia", "Nadine",
	"Naomi", "Natalia", "Nathan", "Neil", "Nell", "Nelly", "Nerys", "Nettie", "Neville",
	"Nigel", "Nina", "Nola", "Nora", "Noreen", "Nyla", "Octavia", "Olaf", "Olga", "Olive",
	"Olivia", "Opal", "Ophelia", "Orla", "Orson", "Oscar", "Osric", "Oswald", "Otis", "Otto",
	"Owen", "Pamela", "Pascal", "Patience", "Paula", "Pauline", "Pearl", "Penelope", "Perry",
	"Petra", "Philippa", "Phoebe", "Phyllis", "Pia", "Piers", "Piper", "Polly", "Prudence",
	"Quentin", "Quincy", "Rachel", "Ralph", "Ramona", "Raphael", "Rasmus", "Regina", "Reid",
	"Renata", "Reuben", "Rex", "Rhoda", "Rita", "Robin", "Roderick", "Rodney", "Roger",
	"Roland", "Roma", "Ronan", "Rosalie", "Rosalind", "Rosemary", "Rowena", "Roxana", "Ruby",
	"Rudolf", "Rufus", "Rupert", "Russell", "Ruth", "Sabine", "Sabrina", "Sadie", "Sally",
	"Salome", "Samara", "Samson", "Sandra", "Saskia", "Saul", "Selena", "Selma", "Serena",
	"Seth", "Shane", "Sharon", "Shaun", "Sheila", "Shirley", "Sibyl", "Sidney", "Sigrid",
	"Silas", "Silvia", "Simone", "Sinead", "Solveig", "Sonia", "Sophie", "Stefan", "Stella",
	"Stuart", "Susanna", "Svea", "Sven", "Sylvie", "Tabitha", "Talia", "Tamsin", "Tania",
	"Tara", "Tatiana", "Terence", "Tessa", "Thea", "Thelma", "Theo", "Theresa", "Thora",
	"Tilda", "Tobias", "Trent", "Trevor", "Trudy", "Tyler", "Ulla", "Ulrich", "Una", "Ursula",
	"Valerie", "Vanessa", "Vaughn", "Vera", "Verity", "Vernon", "Veronica", "Vida", "Vincent",
	"Viola", "Violet", "Virgil", "Vivian", "Walter", "Wanda", "Warren", "Wendy", "Wesley",
	"Wilbur", "Wilfred", "Wilhelm", "Willa", "Winifred", "Winona", "Xavier", "Yasmin",
	"Yolanda", "Yvette", "Yvonne", "Zachary", "Zara", "Zelda", "Zoe", "Zora" };

/* Given names that are recognized but not used for pseudonyms. In ASCII order. */
static const char other_given[][12] = { "Aaron", "Abdul", "Abdullah", "Abdulrahman", "Ada", "Adam",
	"Agnieszka", "Ahmad", "Ahmed", "Aisha", "Akira", "Alejandro", "Alessandro", "Alex",
	"Alexander", "Alexandra", "Alfred", "Ali", "Amina", "Ana", "Anders", "Andre", "Andreas",
	"Andrew", "Andrzej", "Ann", "Anna", "Anne", "Annie", "Annika", "Anthony", "Antonio",
	"Arjun", "Barbara", "Ben", "Benjamin", "Bernd", "Bill", "Bob", "Brian", "Bruce", "Caleb",
	"Carl", "Carlos", "Caroline", "Catherine", "Charles", "Charlotte", "Chen", "Chris",
	"Christian", "Christina", "Christine", "Christopher", "Daniel", "Danielle", "David",
	"Deborah", "Dennis", "Diana", "Diego", "Dmitri", "Dominik", "Donald", "Donna", "Dorothy",
	"Douglas", "Edward", "Elizabeth", "Ellen", "Emma", "Eric", "Erik", "Fatima", "Fernando",
	"Finn", "Francesca", "Francesco", "Francisco", "Frank", "Franz", "Fred", "Frederick",
	"Gabriel", "Gary", "George", "Georgia", "Giovanni", "Giulia", "Goran", "Grace", "Greg",
	"Hans", "Harriet", "Hassan", "Heather", "Heinz", "Henrik", "Henry", "Hiroshi", "Ibrahim",
	"Igor", "Ingo", "Isabell", "Isabella", "Isabelle", "Jack", "Jackson", "James", "Jan",
	"Jane", "Janet", "Jason", "Jean", "Jeff", "Jennifer", "Jens", "Jim", "Joan", "Joanna",
	"Joe", "John", "Jonathan", "Jorge", "Jose", "Joseph", "Joshua", "Juan", "Juergen", "Julia",
	"Karen", "Karl", "Kate", "Katherine", "Kathleen", "Katie", "Kenji", "Kim", "Kristin",
	"Kunal", "Larry", "Leo", "Leon", "Li", "Liam", "Linnea", "Louis", "Louise", "Luca", "Luis",
	"Luke", "Mara", "Maria", "Marie", "Mario", "Mark", "Markus", "Marta", "Mary", "Matt",
	"Matthew", "Max", "Mehmet", "Mei", "Michael", "Michelle", "Miguel", "Mike", "Mikhail",
	"Mila", "Milan", "Mohamed", "Mohammed", "Monika", "Nancy", "Natalie", "Ngozi", "Nicholas",
	"Nick", "Nicolas", "Nicole", "Nils", "Noah", "Noel", "Norman", "Omar", "Oskar", "Pablo",
	"Paige", "Patricia", "Patrick", "Paul", "Pedro", "Peter", "Philip", "Pierre", "Priya",
	"Raj", "Rajesh", "Rebecca", "Rhys", "Ricardo", "Richard", "Rob", "Robert", "Rolf", "Rosa",
	"Rose", "Roy", "Ryan", "Sakura", "Sam", "Samantha", "Samuel", "Sandeep", "Sanjay", "Sara",
	"Sarah", "Scott", "Sean", "Sebastian", "Sergei", "Simon", "Sofia", "Stephanie", "Stephen",
	"Steve", "Steven", "Sue", "Susan", "Svetlana", "Takeshi", "Tamara", "Ted", "Terrence",
	"Thomas", "Tim", "Tobin", "Tom", "Tomasz", "Toni", "Tony", "Ute", "Uwe", "Victor",
	"Victoria", "Wei", "William", "Wolfgang", "Yuki", "Yusuf" };

static const char latin_family_heads[][6] = { "Ald", "Ash", "Barn", "Beck", "Bel", "Birch", "Blake",
	"Bor", "Brad", "Bram", "Bran", "Brom", "Bur", "Cal", "Car", "Chal", "Chel", "Clay", "Col",
	"Cran", "Dal", "Dar", "Den", "Dray", "Dun", "Ed", "El", "Elm", "Far", "Fen", "Gar", "Gil",
	"Gran", "Gren", "Had", "Hal", "Har", "Hart", "Haw", "Hazel", "Heath", "Hol", "Hux", "Kel",
	"Ken", "Kes", "Kirk", "Lang", "Lar", "Lath", "Led", "Lin", "Lyn", "Mal", "Mar", "Mel",
	"Mer", "Mil", "Mor", "Nor", "Oak", "Oster", "Pen", "Pem", "Ral", "Ram", "Rad", "Raven",
	"Ris", "Rock", "Row", "Rush", "Sel", "Shel", "Sher", "Sil", "Stan", "Stav", "Stock", "Sut",
	"Tal", "Tam", "Thorn", "Thur", "Til", "Tor", "Tre", "Wal", "War", "Wel", "Whit", "Wil",
	"Win", "Wyn", "Yar", "Yel" };

static const char latin_family_tails[][7] = { "ford", "ton", "ley", "field", "wood", "well",
	"worth", "by", "ham", "combe", "croft", "brook", "more", "dale", "hurst", "land", "burn",
	"mere", "gate", "wick", "bridge", "bourne", "cote", "dean", "ridge", "stow", "ward",
	"grove", "mont" };

static const char accented_given[][11] = { "Adèle", "Agnès", "Aimée", "Ángel", "Åsa", "Björn",
	"Célia", "Chloé", "Clémence", "Désirée", "Élodie", "Émile", "Éric", "Fátima", "Félix",
	"Françoise", "Gaëlle", "Günther", "Hélène", "Héloïse", "Inès", "Íris", "Jérôme", "Joël",
	"Jürgen", "Lázár", "Léa", "Léonie", "Loïc", "Łucja", "Małgosia", "Márta", "Maël", "Míriam",
	"Mónica", "Nadège", "Naïma", "Noémie", "Núria", "Óscar", "Pálma", "Raúl", "Régine", "Renée",
	"Rocío", "Róza", "Sébastien", "Sørine", "Stéphane", "Sólveig", "Tímea", "Tobías", "Úrsula",
	"Valérie", "Verónica", "Yaël", "Zoë", "Željko", "Živa" };

static const char accented_family_heads[][8] = { "Adler", "Ahl", "Alm", "Arv", "Berg", "Björk",
	"Blom", "Brand", "Dahl", "Ek", "Eng", "Falk", "Fors", "Gran", "Grön", "Hag", "Hall", "Häll",
	"Hed", "Holm", "Kall", "Kvarn", "Lager", "Lilje", "Lind", "Ljung", "Lund", "Löv", "Nord",
	"Norr", "Ny", "Rosen", "Sand", "Sjö", "Skog", "Söder", "Staf", "Sten", "Strand", "Sund",
	"Tall", "Väster", "Vik", "Wall", "Wester", "Öst", "Åker" };

static const char accented_family_tails[][7] = { "ström", "gård", "bäck", "åker", "mård", "löv",
	"björk" };

static const char cyrillic_given[][15] = { "Алексей", "Андрей", "Антон", "Артём", "Богдан", "Вадим",
	"Валерий", "Виктор", "Виталий", "Георгий", "Глеб", "Денис", "Егор", "Захар", "Игнат",
	"Кирилл", "Лев", "Макар", "Матвей", "Михаил", "Никита", "Олег", "Павел", "Роман", "Семён",
	"Тарас", "Тимур", "Фёдор", "Эдуард", "Юрий", "Яков", "Ярослав" };

static const char cyrillic_given_feminine[][17] = { "Агата", "Алина", "Алла", "Анфиса", "Валерия",
	"Варвара", "Вера", "Виктория", "Галина", "Дарья", "Ева", "Елена", "Жанна", "Зинаида",
	"Инна", "Ирина", "Кира", "Клавдия", "Ксения", "Лариса", "Лидия", "Майя", "Марина",
	"Надежда", "Нина", "Оксана", "Полина", "Раиса", "Светлана", "Тамара", "Ульяна", "Яна" };

static const char cyrillic_family_heads[][15] = { "Балаш", "Вершин", "Вяз", "Глад", "Голован",
	"Горд", "Дубров", "Дятл", "Жарк", "Зор", "Искр", "Кедр", "Кольц", "Корол", "Костр",
	"Крапив", "Ладог", "Лещин", "Липк", "Лугов", "Малин", "Мостов", "Окун", "Ольх", "Песк",
	"Полян", "Ракит", "Рудник", "Рябин", "Савин", "Садов", "Снежк", "Сосн", "Стрел", "Тополь",
	"Тумань", "Холм", "Чайк", "Шишк" };

static const char cyrillic_family_tails[][13] = { "ов", "ин", "овский", "инский", "енко", "цев" };

/* In the same order as the masculine ones. */
static const char cyrillic_family_tails_feminine[][13] = { "ова", "ина", "овская", "инская", "енко",
	"цева" };

static const char greek_given[][19] = { "Αγγελική", "Αθηνά", "Αλέξης", "Ανδρέας", "Άννα", "Αντώνης",
	"Βασιλική", "Γεωργία", "Γιάννης", "Δάφνη", "Δέσποινα", "Δήμος", "Ειρήνη", "Ελένη", "Ερμής",
	"Ευγενία", "Ζωή", "Ηλίας", "Θανάσης", "Θεοδώρα", "Θωμάς", "Ιάσονας", "Ιφιγένεια",
	"Καλλιόπη", "Κατερίνα", "Κλειώ", "Κώστας", "Λευτέρης", "Λουκάς", "Λυδία", "Μάρκος",
	"Μαρίνα", "Μίλτος", "Μυρτώ", "Νεφέλη", "Νίκη", "Νίκος", "Ξένια", "Ορέστης", "Παύλος",
	"Πέτρος", "Ράνια", "Σοφία", "Σπύρος", "Στέλλα", "Τάσος", "Φοίβος", "Φωτεινή", "Χάρης",
	"Χρύσα" };

static const char greek_family[][27] = { "Αλεξάκης", "Ανδρικός", "Βλάχος", "Βουτσάς", "Γαλανός",
	"Γιαννάκης", "Γρηγοράκης", "Δαμιανός", "Δελής", "Δημάκης", "Δούκας", "Ευαγγέλου",
	"Ζαφείρης", "Ζερβός", "Ηλιάδης", "Θεοφίλου", "Ιωάννου", "Καλλέργης", "Καμπάνης",
	"Καραμάνος", "Κατσαρός", "Κοντός", "Κοσμάς", "Κουρής", "Κυριάκου", "Λάμπρου", "Λεβέντης",
	"Λιάκος", "Μακρής", "Μαυρίδης", "Μελάς", "Μιχαηλίδης", "Μπακάλης", "Νικολάου", "Οικονόμου",
	"Παππάς", "Παυλίδης", "Πετρίδης", "Ράπτης", "Ρήγας", "Σαββίδης", "Σαραντής", "Σταύρου",
	"Στεργίου", "Τζανής", "Τριανταφύλλου", "Τσακίρης", "Φωτίου", "Χαλκιάς" };

static const char arabic_given[][11] = { "أحلام", "أسماء", "أمل", "أنور", "إيمان", "باسل", "بسمة",
	"بشرى", "تامر", "ثريا", "جمانة", "حازم", "حنان", "خليل", "داليا", "دانة", "راشد", "رانيا",
	"رباب", "رنا", "ريم", "زهراء", "زياد", "سامر", "سلمى", "سمير", "سناء", "شادي", "شهد",
	"صفاء", "طارق", "عبير", "عصام", "غادة", "فادي", "فرح", "كريم", "لبنى", "لمى", "ليلى",
	"مازن", "مروان", "منى", "ندى", "نزار", "هالة", "هدى", "وائل", "ياسر" };

static const char arabic_family[][19] = { "البستاني", "البغدادي", "التميمي", "الجبوري", "الجمال",
	"الحداد", "الحلبي", "الخباز", "الخطيب", "الخياط", "الدباغ", "الدوري", "الراوي", "الزيات",
	"الساعاتي", "السامرائي", "السروجي", "السقا", "السمان", "الشامي", "الشرقاوي", "الشريف",
	"الصائغ", "الصباغ", "الصفدي", "الصياد", "الطحان", "العطار", "العمري", "الفارس", "القصاب",
	"القطان", "الكاتب", "الكيال", "اللحام", "المغربي", "المنصور", "المهندس", "الموصلي",
	"النابلسي", "النجار", "النحاس", "النقاش", "الهاشمي", "الوراق", "اليماني", "بركات", "درويش",
	"مرزوق" };

static const char hebrew_given[][11] = { "אביב", "אבנר", "אדר", "אורלי", "אלון", "אמיר", "אסנת",
	"אפרת", "בועז", "בתיה", "גדי", "גילה", "דבורה", "דורון", "דליה", "הדס", "הילה", "ורד",
	"זהבה", "חגית", "טליה", "יאיר", "יובל", "יעל", "ירדן", "כרמית", "לאה", "ליאור", "מאיה",
	"מיכל", "מרים", "נדב", "נועה", "נעמה", "נתן", "סיגל", "עדי", "עופר", "עמית", "ענת", "פנינה",
	"צביה", "קרן", "רונית", "רותם", "רינה", "שגית", "שירה", "תמר", "תומר" };

static const char hebrew_family[][17] = { "אבוטבול", "אדלר", "אורן", "אלוני", "ארבל", "ברגר",
	"ברנע", "גולן", "גלעד", "גפן", "גרינברג", "דגן", "דרור", "הלפרין", "הרמן", "וינר", "ורדי",
	"זילברמן", "זיו", "חדד", "חרמון", "טל", "יערי", "כרמי", "כספי", "לביא", "לוין", "מזרחי",
	"מלמד", "נחום", "ניר", "סגל", "סלע", "עוז", "ענבר", "פורת", "פישר", "פרידמן", "צור",
	"צרפתי", "קדם", "קליין", "קפלן", "רביב", "רוזנבלום", "רותם", "שגב", "שדה", "שפירא",
	"תבור" };

/* Hiragana; Katakana has the same letters at other code points. */
static const char kana_given[][13] = { "あおい", "あかね", "あきこ", "あやか", "いずみ", "えりか",
	"かおり", "かずき", "かなえ", "きょうこ", "けいた", "こうじ", "さおり", "さくら", "しおり",
	"しずか", "しょうた", "すみれ", "たくや", "たけし", "ちはる", "つばさ", "ともこ", "なおき",
	"なつみ", "のぞみ", "はるか", "ひなた", "ひろし", "ふみえ", "まこと", "まゆみ", "みさき",
	"みのる", "めぐみ", "ももこ", "やすお", "ゆうき", "ゆかり", "りょうこ" };

static const char kana_family[][13] = { "あおき", "あらい", "いしだ", "いとう", "いのうえ",
	"うえだ", "えんどう", "おおの", "おかだ", "おぐら", "かとう", "きくち", "くどう",
	"こばやし", "さいとう", "さかい", "しみず", "すぎやま", "たかぎ", "たけだ", "たむら",
	"つちや", "なかの", "にしむら", "のぐち", "はせがわ", "はらだ", "ひらの", "ふじい",
	"ほりうち", "まえだ", "みうら", "みやけ", "もりた", "やました", "やまぐち", "よこた",
	"よしだ", "わたなべ", "わだ" };

static const char han_one_letter_families[][4] = { "陈", "郑", "谢", "许", "罗", "梁", "宋", "唐",
	"韩", "冯", "董", "萧", "程", "曹", "袁", "邓", "傅", "沈", "曾", "彭", "吕", "苏", "卢",
	"蒋", "蔡", "贾", "丁", "魏", "薛", "叶", "阎", "余", "潘", "杜", "戴", "夏", "钟", "汪",
	"田", "任", "姜", "范", "方", "石", "姚", "谭" };

static const char han_family_heads[][4] = { "山", "田", "松", "高", "小", "中", "大", "石", "林",
	"森", "藤", "竹", "西", "東", "北", "南", "上", "水", "吉", "青", "長", "岩", "池", "川",
	"内", "前" };

static const char han_family_tails[][4] = { "田", "本", "川", "村", "山", "野", "島", "原", "井",
	"沢", "崎", "口" };

static const char han_given_letters[][4] = { "明", "健", "文", "美", "玲", "華", "春", "秋", "静",
	"愛", "雅", "志", "英", "俊", "誠", "浩", "正", "秀", "玉", "芳", "清", "雪", "蘭", "梅",
	"萍", "慧", "敏", "佳", "安", "平", "和", "光", "晴", "直", "真", "博", "国", "建", "香",
	"月", "桂", "宇", "哲", "恵", "瑞", "麗", "寧" };

static const char hangul_families[][4] = { "강", "고", "공", "구", "권", "길", "노", "도", "류",
	"마", "맹", "문", "민", "반", "배", "백", "변", "서", "석", "설", "성", "송", "신", "심",
	"안", "양", "엄", "여", "연", "염", "오", "옥", "용", "우", "원", "유", "윤", "인", "임",
	"장", "전", "정", "제", "조", "주", "지", "진", "차", "채", "천", "최", "추", "탁", "표",
	"하", "한", "함", "허", "현", "홍", "황" };

static const char hangul_given_first[][4] = { "가", "경", "규", "기", "나", "다", "도", "동", "라",
	"명", "미", "민", "보", "상", "서", "선", "성", "소", "수", "승", "시", "아", "연", "영",
	"예", "용", "우", "유", "윤", "은", "인", "재", "정", "주", "준", "지", "진", "찬", "채",
	"태", "하", "해", "현", "혜", "호" };

static const char hangul_given_second[][4] = { "경", "규", "기", "나", "늘", "라", "람", "리", "린",
	"미", "민", "빈", "서", "선", "성", "솔", "수", "숙", "아", "영", "온", "우", "욱", "윤",
	"은", "인", "자", "재", "정", "주", "준", "지", "진", "찬", "철", "태", "하", "현", "혜",
	"호", "환", "훈", "희" };

static const char particles[][4] = { "al", "da", "de", "del", "den", "der", "des", "di", "do", "du",
	"el", "la", "le", "lo", "of", "st", "ten", "ter", "van", "von", "zu" };

static const char company_words[][12] = { "Analytics", "Archives", "Associates", "Bakery", "Books",
	"Builders", "Ceramics", "Collective", "Consulting", "Design", "Energy", "Engineering",
	"Foods", "Gardens", "Group", "Holdings", "Industries", "Instruments", "Interiors", "Labs",
	"Logistics", "Media", "Motors", "Optics", "Outfitters", "Paper", "Partners", "Press",
	"Robotics", "Services", "Software", "Studio", "Supplies", "Systems", "Textiles", "Tools",
	"Trading", "Travel", "Ventures", "Works" };

static const char company_particles[][4] = { "and", "at", "by", "for", "in", "on", "or", "to" };

static const char street_words[][8] = { "Avenue", "Close", "Court", "Drive", "Gardens", "Grove",
	"Hill", "Lane", "Mews", "Parade", "Park", "Place", "Rise", "Road", "Row", "Square",
	"Street", "Terrace", "Walk", "Way" };

static const char town_words[][9] = { "Bay", "Bridge", "Common", "Corner", "Cross", "End", "Gate",
	"Green", "Harbour", "Heath", "Hill", "Junction", "Market", "Mills", "Park", "Point", "Quay",
	"Spa", "Vale", "Village" };

/* ---- words ---- */

/* A table of fixed-width texts. */
struct name_table {
	const char *texts;
	size_t width;
	unsigned count;
};

#define TABLE(list)                                                          \
	{                                                                    \
		(list)[0], sizeof((list)[0]), sizeof(list) / sizeof(*(list)) \
	}
#define NO_TABLE           \
	{                  \
		NULL, 0, 0 \
	}

/* A name is a text of the first table, followed by one of the second unless that is empty. */
struct name_tables {
	struct name_table heads, tails;
};

enum name_script {
	SCRIPT_LATIN,
	SCRIPT_ACCENTED,
	SCRIPT_CYRILLIC,
	SCRIPT_FEMININE, /* Cyrillic, for words that end like feminine ones */
	SCRIPT_GREEK,
	SCRIPT_ARABIC,
	SCRIPT_HEBREW,
	SCRIPT_HIRAGANA,
	SCRIPT_KATAKANA,
	SCRIPT_HAN,
	SCRIPT_HANGUL,
	SCRIPT_OTHER,
};

static const struct name_tables given_names[SCRIPT_OTHER] = {
	[SCRIPT_LATIN] = { TABLE(latin_given), NO_TABLE },
	[SCRIPT_ACCENTED] = { TABLE(accented_given), NO_TABLE },
	[SCRIPT_CYRILLIC] = { TABLE(cyrillic_given), NO_TABLE },
	[SCRIPT_FEMININE] = { TABLE(cyrillic_given_feminine), NO_TABLE },
	[SCRIPT_GREEK] = { TABLE(greek_given), NO_TABLE },
	[SCRIPT_ARABIC] = { TABLE(arabic_given), NO_TABLE },
	[SCRIPT_HEBREW] = { TABLE(hebrew_given), NO_TABLE },
	[SCRIPT_HIRAGANA] = { TABLE(kana_given), NO_TABLE },
	[SCRIPT_KATAKANA] = { TABLE(kana_given), NO_TABLE },
	[SCRIPT_HAN] = { TABLE(han_given_letters), TABLE(han_given_letters) },
	[SCRIPT_HANGUL] = { TABLE(hangul_given_first), TABLE(hangul_given_second) },
};

static const struct name_tables family_names[SCRIPT_OTHER] = {
	[SCRIPT_LATIN] = { TABLE(latin_family_heads), TABLE(latin_family_tails) },
	[SCRIPT_ACCENTED] = { TABLE(accented_family_heads), TABLE(accented_family_tails) },
	[SCRIPT_CYRILLIC] = { TABLE(cyrillic_family_heads), TABLE(cyrillic_family_tails) },
	[SCRIPT_FEMININE] = { TABLE(cyrillic_family_heads), TABLE(cyrillic_family_tails_feminine) },
	[SCRIPT_GREEK] = { TABLE(greek_family), NO_TABLE },
	[SCRIPT_ARABIC] = { TABLE(arabic_family), NO_TABLE },
	[SCRIPT_HEBREW] = { TABLE(hebrew_family), NO_TABLE },
	[SCRIPT_HIRAGANA] = { TABLE(kana_family), NO_TABLE },
	[SCRIPT_KATAKANA] = { TABLE(kana_family), NO_TABLE },
	[SCRIPT_HAN] = { TABLE(han_family_heads), TABLE(han_family_tails) },
	[SCRIPT_HANGUL] = { TABLE(hangul_families), NO_TABLE },
};

/* Families of one letter, for Han words of one letter. */
static const struct name_tables short_han_families = { TABLE(han_one_letter_families), NO_TABLE };

/* English words for texts in the Latin script; other scripts have names instead. */
static const struct name_tables latin_words[NAME_PARTS] = {
	[NAME_PARTICLE] = { TABLE(particles), NO_TABLE },
	[NAME_COMPANY_WORD] = { TABLE(company_words), NO_TABLE },
	[NAME_COMPANY_PARTICLE] = { TABLE(company_particles), NO_TABLE },
	[NAME_STREET_WORD] = { TABLE(street_words), NO_TABLE },
	[NAME_TOWN_WORD] = { TABLE(town_words), NO_TABLE },
};

static const struct {
	uint32_t from, to;
	enum name_script script;
} script_of_letters[] = {
	{ 'A', 'Z', SCRIPT_LATIN },
	{ 'a', 'z', SCRIPT_LATIN },
	{ 0x00C0, 0x024F, SCRIPT_ACCENTED },
	{ 0x0300, 0x036F, SCRIPT_ACCENTED }, /* combining marks */
	{ 0x0370, 0x03FF, SCRIPT_GREEK },
	{ 0x0400, 0x052F, SCRIPT_CYRILLIC },
	{ 0x0591, 0x05F4, SCRIPT_HEBREW },
	{ 0x0620, 0x06D3, SCRIPT_ARABIC },
	{ 0x1E00, 0x1EFF, SCRIPT_ACCENTED },
	{ 0x1F00, 0x1FFF, SCRIPT_GREEK },
	{ 0x3041, 0x3096, SCRIPT_HIRAGANA },
	{ 0x30A1, 0x30FA, SCRIPT_KATAKANA },
	{ 0x30FC, 0x30FE, SCRIPT_KATAKANA },
	{ 0x3005, 0x3005, SCRIPT_HAN }, /* repeats the letter before it */
	{ 0x3400, 0x4DBF, SCRIPT_HAN },
	{ 0x4E00, 0x9FFF, SCRIPT_HAN },
	{ 0xAC00, 0xD7A3, SCRIPT_HANGUL },
};

static enum name_script
find_letter_script(uint32_t cp)
{
	for (size_t i = 0; i < sizeof(script_of_letters) / sizeof(*script_of_letters); i++)
		if (cp >= script_of_letters[i].from && cp <= script_of_letters[i].to)
			return script_of_letters[i].script;
	return SCRIPT_OTHER;
}

/* A word's script, number of letters and case. */
struct word_shape {
	enum name_script script;
	size_t letters;
	bool first_is_capital, all_are_capitals;
};

static bool
are_mixed_scripts_allowed(enum name_script a, enum name_script b)
{
	return (a == SCRIPT_LATIN && b == SCRIPT_ACCENTED) ||
	    (a == SCRIPT_ACCENTED && b == SCRIPT_LATIN) ||
	    (a >= SCRIPT_HIRAGANA && a <= SCRIPT_HAN && b >= SCRIPT_HIRAGANA && b <= SCRIPT_HAN);
}

static struct word_shape
measure_word(struct str word)
{
	struct word_shape shape = { .script = SCRIPT_OTHER, .all_are_capitals = true };
	uint32_t last = 0;
	while (word.n) {
		uint32_t cp = 0;
		size_t n = utf8_decode(word, &cp);
		enum name_script script = n ? find_letter_script(cp) : SCRIPT_OTHER;
		bool capital = n && utf8_is_capital(cp);
		if (shape.letters == 0) {
			shape.script = script;
			shape.first_is_capital = capital;
		} else if (script != shape.script &&
		    !are_mixed_scripts_allowed(shape.script, script)) {
			return (struct word_shape){ .script = SCRIPT_OTHER };
		} else if (script == SCRIPT_ACCENTED) {
			shape.script = script;
		}
		shape.all_are_capitals = shape.all_are_capitals && capital;
		shape.letters++;
		last = cp;
		word = str_sub(word, n ? n : 1, word.n);
	}
	last = utf8_to_lower(last);
	if (shape.script == SCRIPT_CYRILLIC && (last == 0x0430 || last == 0x044F)) /* -a, -ya */
		shape.script = SCRIPT_FEMININE;
	return shape;
}

enum { NAME_BYTES_MAX = 64, DRAW_TRIES = 24 };

/* A name in a fixed buffer, so that no memory is allocated for a word. */
struct name_text {
	char bytes[NAME_BYTES_MAX];
	size_t n;
};

static void
name_text_add(struct name_text *t, const char *z)
{
	size_t n = strlen(z);
	if (t->n + n > sizeof(t->bytes))
		return;
	memcpy(t->bytes + t->n, z, n);
	t->n += n;
}

/* Two random bytes choose the text of a table; each try chooses another one. */
static const char *
draw(const struct name_table *table, const unsigned char *random, unsigned try)
{
	unsigned number = random[0] * 256u + random[1] + try * (1 + random[2] % 7u);
	return table->texts + number % table->count * table->width;
}

static struct name_text
draw_name(const struct name_tables *tables, const unsigned char *random, unsigned try)
{
	struct name_text name = { .n = 0 };
	const char *head = draw(&tables->heads, random, try);
	const char *tail = tables->tails.count ? draw(&tables->tails, random + 3, try) : "";
	if (tail == head) /* no letter twice */
		tail = draw(&tables->tails, random + 3, try + 1);
	name_text_add(&name, head);
	name_text_add(&name, tail);
	return name;
}

static void
append_in_case(struct buf *out, struct str name, const struct word_shape *shape)
{
	bool first = true;
	while (name.n) {
		uint32_t cp = 0;
		size_t n = utf8_decode(name, &cp);
		if (shape->script == SCRIPT_KATAKANA && find_letter_script(cp) == SCRIPT_HIRAGANA)
			cp += 0x60;
		bool capital = first ? shape->first_is_capital
				     : shape->all_are_capitals && shape->letters > 1;
		utf8_encode(out, capital ? utf8_to_upper(cp) : utf8_to_lower(cp));
		first = false;
		name = str_sub(name, n ? n : 1, name.n);
	}
}

static bool
equals_ignoring_case(const char *a, const char *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char x = a[i], y = b[i];
		if (x != y && ((x ^ y) != 0x20 || (x | 0x20) < 'a' || (x | 0x20) > 'z'))
			return false;
	}
	return true;
}

/* True if the name has the word in it: `ash` is in `Ashford`. Only the case of ASCII letters is
 * ignored, because the word has the case of the name. */
static bool
has_word(struct str name, struct str word)
{
	for (size_t i = 0; i + word.n <= name.n; i++)
		if (equals_ignoring_case(name.p + i, word.p, word.n))
			return true;
	return false;
}

static const struct name_tables *
find_tables(const struct word_shape *shape, enum name_part part)
{
	bool latin = shape->script == SCRIPT_LATIN || shape->script == SCRIPT_ACCENTED;
	if (latin && latin_words[part].heads.count)
		return &latin_words[part];
	if (part == NAME_GIVEN)
		return &given_names[shape->script];
	if (shape->script == SCRIPT_HAN && shape->letters == 1)
		return &short_han_families;
	return &family_names[shape->script];
}

bool
mask_name_append(
    struct buf *out, enum name_part part, struct str word, const unsigned char random[DIGEST_SIZE])
{
	const struct word_shape shape = measure_word(word);
	bool initial = shape.letters == 1 && shape.script < SCRIPT_HIRAGANA;
	if (shape.script == SCRIPT_OTHER || initial)
		return false;
	struct name_tables tables = *find_tables(&shape, part);
	if (part == NAME_GIVEN && shape.letters == 1 && tables.tails.count)
		tables.tails.count = 0; /* one Han or Hangul letter */
	const size_t start = out->n;
	for (unsigned try = 0; try < DRAW_TRIES; try++) {
		const struct name_text name = draw_name(&tables, random, try);
		out->n = start;
		append_in_case(out, str_from(name.bytes, name.n), &shape);
		const struct str name_in_case = str_sub(buf_str(out), start, out->n);
		if (!has_word(name_in_case, word) && text_compare_folded(name_in_case, word) != 0)
			return true;
	}
	out->n = start;
	return false;
}

static int
compare_text(const void *text, const void *entry)
{
	return strcmp(text, entry);
}

static bool
is_in_table(const char *name, const struct name_table *table)
{
	return bsearch(name, table->texts, table->count, table->width, compare_text) != NULL;
}

bool
mask_name_is_given(struct str word)
{
	static const struct name_table used = TABLE(latin_given), other = TABLE(other_given);
	char name[sizeof(other_given[0])] = { 0 };
	if (word.n == 0 || word.n >= sizeof(name))
		return false;
	for (size_t i = 0; i < word.n; i++) {
		if ((word.p[i] | 0x20) < 'a' || (word.p[i] | 0x20) > 'z')
			return false;
		name[i] = (char)(i == 0 ? word.p[i] & ~0x20 : word.p[i] | 0x20);
	}
	return is_in_table(name, &used) || is_in_table(name, &other);
}

size_t
mask_name_family_length(struct str word)
{
	const struct word_shape shape = measure_word(word);
	size_t letters = 0, bytes = 0;
	uint32_t cp;
	if (shape.letters < 2)
		return 0;
	if (shape.script == SCRIPT_HANGUL || shape.script == SCRIPT_HAN)
		letters = shape.script == SCRIPT_HAN && shape.letters > 3 ? 2 : 1;
	for (; letters; letters--)
		bytes += utf8_decode(str_sub(word, bytes, word.n), &cp);
	return bytes;
}
