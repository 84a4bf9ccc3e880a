import type { ComparableText } from './message-text.rules.ts';

/** Parts that the patterns share. All texts are lower case and without accents. */
const CURRENCY = String.raw`(?:dollars?|euros?|pounds?|quid|usd|eur|gbp|bucks|grand|pesos?|francs?|balles|pavos|yen|円|[$€£¥₹])`;
const NUMBER = String.raw`(?:(?<![\d.,])\d[\d.,]{0,12}\s?k?|(?:(?<![a-zß])[a-zß]{2,8})?(?:hundred|thousand|hundert|tausend|cientos|cientas|quinientos|quinientas|mil|cents?|mille)(?: [a-z]+)?|(?:ten|fifteen|zehn|funfzehn|diez|quince|cien|ciento|dix|quinze|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwanzig|dreissig|funfzig|veinte|treinta|cincuenta|vingt|trente|cinquante))`;
const YEN = String.raw`[\d〇一二三四五六七八九十百千万,]{1,9}円`;
const SUM = String.raw`(?:${NUMBER}\s?${CURRENCY}|[$€£¥₹]\s?\d[\d.,]{0,12}\s?k?)`;
const MONEY = String.raw`(?:money|cash|funds|loan|geld|kohle|dinero|plata|pasta|argent|fric|thune|sous)`;
const NEGATED = String.raw`(?<!(?:\b(?:not?|never|nicht|kein|nie|sin|nunca|pas|ne|n'ai|plus|sans|jamais)|n't)\s(?:\S{1,12}\s)?)`;

/** Names of ways to pay and to invest. Somebody who tells of fraud, and asks for nothing, names them, too. */
const NAMES = [
  String.raw`\b(?:bitcoins?|btc|ethereum|usdt|dogecoin|crypto(?:s|currency|currencies|monnaies?)?|cripto(?:s|monedas?)?|krypto(?:s|wahrung(?:en)?)?|forex|fx trading|nft)\b`,
  String.raw`\b(?:western union|money ?gram|cash ?app|venmo|paypa[ly]|zelle|revolut|bizum|lydia|iban|neosurf|paysafe(?:card)?|pcs|transcash|bank details|routing number|wire transfer)\b`,
  String.raw`\b(?:gift ?cards?|geschenkkarten?|gutschein ?(?:karten?|codes?)|tarjetas? (?:de )?regalo|cartes? cadeaux?|(?:google play|itunes|steam|amazon|apple) (?:gift )?(?:cards?|karten?|cartes?|tarjetas?|coupons?|gutscheine?))\b`,
  String.raw`\b(?:apple|itunes|google play|steam|amazon|psn|playstation|xbox|vanilla)(?:-| )?(?:karten?|cards?)\b|\b(?:tarjetas?|cartes?) (?:de )?(?:apple|itunes|google play|steam|amazon|psn|playstation|xbox|prepago)\b`,
];

const ANY_LANGUAGE = [
  String.raw`${SUM}[^.!?]{0,40}(?:help|save (?:me|us)|hilf|helfen|ayud|aider|aide|m'aiderai)`,
  String.raw`(?:^|[.,!?] ?)(?:(?:it is|it's|es sind|es|son|c'est|ce n'est que) )?(?:just|only|nur|solo|solamente|juste|seulement) ${SUM}`,
  String.raw`(?:send|give|lend|loan|wire|pay me|transfer|leih|schick|gib(?!t)|(?<!le |les |nos )prest|envi|mand|pret|donne|envoi|verse)[^.!?]{0,25}${SUM}`,
];

const ENGLISH = [
  String.raw`\b(?=need)${NEGATED}needs? (?:some |the |a |your |more |little |bit of )*(?:${MONEY}|financial help|${SUM})`,
  String.raw`\b(?:lend|loan|wire|send|give|spare|transfer|borrow)(?:ing)? (?:me |us |her |him |my \w+ )?(?:some |a little |a bit of |the |any |your )*(?:${MONEY}|something (?:for|until|till)|some(?:thing)? (?:dollars|euros|pounds))`,
  String.raw`\b(?:can|could|would|will) you (?:please )?(?:lend|loan|wire|spare) me (?:something|some|anything|a (?:bit|little))`,
  String.raw`\bborrow (?:some |a little )?(?:money|cash)|\bcould you lend me something`,
  String.raw`\b(?:can ?not|can't|cannot|couldn't|unable to) (?:pay|afford) (?:my|the|for) (?:rent|bills?|ticket|hospital|surgery|operation|fees?|food|school|medicine)\b`,
  String.raw`\b(?:pay|cover) (?:for )?(?:my|the) (?:rent|bills?|ticket|visa|hospital|surgery|operation|fees?|school|medicine|flight|phone|data|internet)\b(?:.{0,12}(?:for me|please)|\?)`,
  String.raw`\b(?:pay|cover) (?:for )?my (?:rent|bills?|visa|hospital|surgery|operation|fees|medicine|phone bill)\b[^.!?]{0,20}(?:for me|please|\?)`,
  String.raw`\b(?:customs|shipping|release|transfer|delivery|clearance) (?:want|wants|ask|asks|fee|fees|need)\b|\bfee for my (?:parcel|package)`,
  String.raw`\b(?:wallet|purse|card|passport)s? (?:was|were|got|is|has been) (?:stolen|lost|blocked|frozen)\b[^!?]{0,60}(?:send|help|lend|wire|money|ticket)`,
  String.raw`\bshort (?:on|of) (?:money|cash)|\bstuck (?:at|in) [^.!?]{0,30}(?:money|ticket|pay)`,
  String.raw`\b(?:my|an|the|large|big) inheritance\b[^.!?]{0,60}(?:share|percent|help|fund|transfer|account)|\b(?:help|need)[^.!?]{0,30} (?:move|claim|transfer) (?:my|the|an) (?:inheritance|funds?|gold|money)`,
  String.raw`\b(?:double|triple|multiply|grow) your (?:money|cash|income|savings)|\b(?:guaranteed|risk[ -]free|sure|safe) (?:profits?|returns?|income|investment)|\b(?:passive|extra|daily|weekly) income\b`,
  String.raw`\b(?:invest(?:ment|ing)?) (?:with (?:me|us|my)|opportunit(?:y|ies)|platform|tips?|plan|advice|group|mentor)|\btrading (?:platform|signals?|mentor|app|group)|\bhow to trade\b|\btrade (?:gold|stocks|forex|options)\b`,
  String.raw`\b(?:make|making|earn|earning|earned|made) (?:about |over |up to )?(?:${SUM}|${NUMBER}) (?:a|per|every|each) (?:day|week|month|hour)`,
  String.raw`\bbank (?:account|transfer)\b|\bcredit card (?:number|details)\b|\bsugar (?:daddy|mommy|baby)\b|\bweekly allowance\b`,
  String.raw`\bhelp(?:ing)? (?:me|us)(?: out)? with (?:a |some |your |just )*(?:little |bit of |small )*(?:${MONEY}|${SUM})`,
  String.raw`\b(?:can ?not|can't|cannot|couldn't|unable to|no money to) (?:pay|afford) (?:for )?(?:my|the|his|her|our|their) (?:\S{1,12} )?(?:rent|bills?|tickets?|hospital|surgery|operation|fees?|food|school|medicines?|medication|treatment|doctor|funeral|drugs)\b`,
  String.raw`\b(?:someone|somebody|anyone|nobody|no one|you|man|friend) (?:[^.!?]{0,20} )?(?:pays?|covers?) (?:for )?my (?:\S{1,8} )?(?:rent|bills?|ticket|flight|visa|fees?|trip|taxi|uber|train|bus)\b`,
  String.raw`\bbuy me (?:a|the|my) (?:\S{1,8} )?(?:ticket|flight|card|phone)[^.!?]{0,30} (?:come|visit|see you|meet|prove)`,
  String.raw`\b(?:receive|accept|forward|reship|collect|pick up) (?:\S{1,10} ){0,3}(?:parcels?|packages?|box|boxes|consignment|trunk) (?:\S{1,10} ){0,4}(?:${SUM}|million|gold|a week)`,
  String.raw`\b(?:million|billion)s?(?: of)? (?:${CURRENCY})[^.!?]{0,60}\b(?:share|percent|transfer|account|inherit|receive|fees?)`,
  String.raw`\bturn(?:s|ed|ing)? (?:about |only |just )?[$€£]?\d[\d.,]{1,9}k? (?:\S{1,10} )?into [$€£]?\d|\b(?:my|a) (?:trading |crypto |forex )?mentor[^.!?]{0,60}(?:invest|trading|profit|earn|introduce)`,
];

const GERMAN = [
  String.raw`\b(?=brauch)${NEGATED}brauch(?:e|t|st|en)? (?:dringend |unbedingt |gerade |jetzt |etwas |ein bisschen |ein wenig |noch |schnell )*(?:${MONEY}|${SUM}|was\b)`,
  String.raw`\b(?:leihen|leihst|leih|borgen|borgst|vorstrecken|uberweisen|uberweist|uberweise|schicken|schickst|schick|senden|geben)\b[^.!?]{0,30}(?:${MONEY}|${SUM})|(?:${MONEY}|${SUM})[^.!?]{0,25}\b(?:leihen|leihst|borgen|vorstrecken|uberweisen|uberweist)\b`,
  String.raw`\b(?:mir|uns) (?:bitte )?${SUM} (?:\S{1,12} ){0,3}(?:schicken|schickst|senden|geben|vorschiessen)`,
  String.raw`\b(?:mir|uns|ihr|ihm) (?:bitte )?(?:etwas|was|ein bisschen|ein wenig) (?:geld )?(?:uberweisen|leihen|borgen|vorstrecken)`,
  String.raw`(?:miete|rechnung(?:en)?|strom|operation|ticket|krankenhaus) nicht (?:mehr )?(?:be)?zahlen`,
  String.raw`\b(?:sichere|garantierte|risikofreie) (?:geldanlage|rendite|investition|gewinne?)|\bgeldanlage\b[^.!?]{0,40}(?:prozent|%|rendite)|\bverdoppel(?:st|n|t)? (?:du |wir |sich )?(?:dein|euer|das) geld|\binvestier(?:e|st)? (?:bei|mit) (?:mir|uns|meine[mr])|\bprozent (?:im|pro) (?:monat|tag|woche)`,
  String.raw`\b(?:zoll|gebuhr(?:en)?)\b[^.!?]{0,40}(?:paket|zahlen|ubernehmen)|\berbschaft\b[^.!?]{0,60}(?:anteil|hilf|gebuhr|prozent)`,
  String.raw`\bverdien(?:e|st|t)? [^.!?]{0,25}(?:${NUMBER}) ?(?:${CURRENCY} )?(?:am|pro|in der|im|jede) (?:tag|woche|monat|stunde)|\bbankverbindung|\bkontonummer|\bkreditkarten(?:nummer|daten)`,
  String.raw`\b(?:mir|uns)\b[^.!?]{0,12}\b(?:mit )?(?:${MONEY}|${SUM})[^.!?]{0,20}\b(?:aushelf|aushilf|helf|hilf|unterstutz)|\b(?:hilf|hilfst|helfen|hilft) (?:du )?(?:mir|uns)[^.!?]{0,15}\b(?:mit )(?:etwas |ein bisschen |ein wenig )?(?:${MONEY}|${SUM})`,
  String.raw`\b(?:mir|uns|ihr|ihm) fehl(?:t|en) (?:\S{1,10} ){0,2}(?:${MONEY}|${SUM})|\bfehl(?:t|en) (?:mir|uns|ihr|ihm) (?:\S{1,10} ){0,2}(?:${MONEY}|${SUM})|\bbrauche nur (?:noch )?(?:${MONEY}|${SUM})`,
  String.raw`\buberweis(?:e|t|est)? (?:mir|uns)\b|\b(?:gestohlen|geklaut)\b[^!?]{0,80}\b(?:geld|ticket|fluge?)\b`,
  String.raw`\b(?:geerbt|erbschaft|erbe|nachlass)\b[^.!?]{0,60}(?:anteil|hilf|gebuhr|prozent|notar|fehlt)`,
  String.raw`\b(?:mir|fur mich)\b[^.!?]{0,25}(?:ticket|fahrkarte|fahrt|flug|miete|rechnung|taxi|visum|strom)\p{L}{0,3} (?:be)?(?:zahlst|zahlt|zahlen|ubernimmst|ubernimmt|kaufst)`,
  String.raw`(?:medikamente?|behandlung|arzt|medizin|beerdigung|schule) nicht (?:mehr )?(?:be)?zahlen|\bpaket\p{L}{0,3}\b[^.!?]{0,20}\b(?:annimmt|annehmen|annimmst|weiterleite\p{L}{0,2}|empfang\p{L}{0,2})\b[^!?]{0,30}(?:${SUM}|million)`,
  String.raw`\baus \d[\d.,]{1,9}(?: ${CURRENCY})?[^.!?]{0,20} \d[\d.,]{2,9}(?: ${CURRENCY})? gemacht|\bvon (?:zu hause|daheim)(?: aus)?[^.!?]{0,20}\bverdien(?:en|st)?\b[^.!?]{0,20}\d`,
];

const SPANISH = [
  String.raw`\b(?=necesit|me |le )${NEGATED}(?:necesit[oa]n?|me hace falta|me falta|le falta) (?:urgente(?:mente)? |un poco de |algo de |algun )*(?:${MONEY}\b|${SUM})`,
  String.raw`\b(?:prestas?|prestar(?:me|le|nos)?|prestame|envias?|enviar(?:me)?|enviame|mandas?|mandar(?:me)?|mandame|transfier(?:e|es|eme)|dejas|dejame)\b[^.!?]{0,30}(?:${MONEY}\b|${SUM}|algo para|transferencia)`,
  String.raw`\b(?:no puedo|no podemos|no puede) pagar (?:el|la|mi|los|las|mis) (?:alquiler|renta|luz|hospital|operacion|billete|facturas?|hipoteca)`,
  String.raw`\binversion (?:segura|garantizada|rentable)|\bduplicas? (?:tu|el) dinero|\bganancias? (?:segura|garantizada)s?|\binvierte (?:conmigo|con nosotros)|\bdinero facil`,
  String.raw`\bgan(?:o|as|amos|a) [^.!?]{0,25}(?:a la semana|al dia|por semana|al mes|por dia|por hora)[^.!?]{0,40}(?:ensen|muestr|trading|inver|casa)`,
  String.raw`\b(?:estoy|ando|quede|me quede) (?:sin|corto de|corta de|mal de) (?:dinero|plata)|\b(?:hazme|haceme|hacerme|haz) una? (?:transferencia|ingreso|giro)|\baduana\b[^.!?]{0,40}(?:paquete|pag)|pag(?:ues|ar|as|ame) (?:la|las) (?:aduana|tasas?)|\bherencia\b[^.!?]{0,60}(?:parte|ayud|tasa|porcentaje)`,
  String.raw`\brobaron (?:la|mi|el) (?:cartera|bolso|billetera|movil|pasaporte)\b[^!]{0,60}(?:envi|ayud|prest|dinero|billete)|\bcuenta bancaria|\bnumero de (?:cuenta|tarjeta)`,
  String.raw`\bayud\p{L}{1,5}[^.!?]{0,12}\b(?:con|de)(?: unos| algo de| un poco de)? (?:${MONEY}\b|${SUM})|\b(?:necesit[oa]|me falta|hace falta)[^.!?]{0,8}\brecarga`,
  String.raw`\b(?:no puedo|no podemos|no puede|no tengo para) pagar(?:le)? (?:el|la|las|los|su|sus|mi|mis) (?:\S{1,10} )?(?:medicinas?|medicamentos?|tratamiento|medico|entierro|comida|escuela|alquiler|luz)`,
  String.raw`\bherencia\b[^.!?]{0,60}(?:parte|ayud|tasa|porcentaje|tramite|impuesto|notari|pagar)|\bmillon(?:es)? de (?:dolares|euros|pesos)[^.!?]{0,60}(?:herencia|cuenta|recib|transfer|parte)`,
  String.raw`\b(?:me pag(?:a|as|ue|ues|an)|pag(?:ame|arme|as por mi)) (?:\S{1,5} ){0,2}(?:billete|pasaje|vuelo|viaje|tren|taxi|bus|alquiler|factura|renta|visado|visa|recibo)`,
  String.raw`\btrabaj\p{L}{1,3} (?:desde|en) casa[^.!?]{0,20}\bgan(?:a|as|ar|aras)\b|\bgan(?:a|ar|aras|as) \d[\d.,]{1,6}[^.!?]{0,10}(?:al dia|por dia|a la semana|por semana|al mes)`,
  String.raw`\b(?:convirtio|convierte|convierto|converti) \d[\d.,]{1,9}(?: ${CURRENCY})? en \d|\bpaquetes?\b[^.!?]{0,30}\bmillon(?:es)?\b`,
];

const FRENCH = [
  String.raw`\bbesoin d(?:'argent|e (?:${MONEY}|${SUM}))|\b(?:il me|il lui) (?:faut|manque) (?:de l'argent|${SUM}|un(?:e)? (?:recharge|coupon|carte))`,
  String.raw`\b(?:pret(?:er|es|e|erais)|envoy(?:er|es|e)|envoi(?:e|es)|avanc(?:er|es|e)|vers(?:er|es)|donn(?:er|es))\b[^.!?]{0,30}(?:d'argent|de l'argent|${SUM}|quelque chose (?:pour|\?|$)|un peu d'argent)`,
  String.raw`\b(?:peux|peut|pouvons|arrive) (?:pas|plus) (?:a )?payer (?:mon|ma|mes|le|la|les) (?:loyer|facture|factures|hopital|operation|billet|courses)`,
  String.raw`\b(?:placement|investissement) (?:sur|garanti|rentable)|\bdoubles? (?:ton|votre|son) argent|\b(?:gains?|benefices?) (?:assures?|garantis?)|\binvestis avec (?:moi|nous)|\bargent facile`,
  String.raw`\bgagn(?:e|es|ons|er) [^.!?]{0,25}(?:par (?:semaine|jour|mois|heure))[^.!?]{0,40}(?:montr|appren|trading|maison|crypto)`,
  String.raw`\b(?:a court|manque|en manque) d'argent|\b(?:fais|faire|fait)(?:-| )(?:moi )?(?:un )?virement|\bvirement (?:bancaire|instantane)|\bdouane\b[^.!?]{0,40}(?:colis|pay|frais)|\bheritage\b[^.!?]{0,60}(?:part|aide|frais|pourcent)`,
  String.raw`\bvole (?:mon|ma|mes|le) (?:portefeuille|sac|carte|telephone|passeport)\b[^!]{0,60}(?:envoy|aid|pret|argent|billet)|\bcoordonnees bancaires|\bnumero de (?:compte|carte)|\brib\b|\brecharge (?:pcs|transcash)`,
  String.raw`\b(?:m'aid\p{L}{1,4}|aide-moi|nous aider|(?:me |m')?depann\p{L}{1,4})[^.!?]{0,8}\b(?:de|avec) (?:${MONEY}|${SUM})|\b(?:de|avec) ${SUM}[^.!?]{0,10}\bdepann`,
  String.raw`\b(?:peux|peut|pouvons|arrive) (?:pas|plus) (?:a )?(?:lui |me )?payer (?:son|sa|ses|mon|ma|mes|le|la|les) (?:\S{1,10} )?(?:medicaments?|traitement|soins|medecin|enterrement|ecole|nourriture)`,
  String.raw`\b(?:heritage|succession)\b[^.!?]{0,60}(?:part|aide|frais|pourcent|notaire|impot)|\bmillions? (?:de dollars|d'euros)[^.!?]{0,60}(?:heritage|compte|recev|transf|part)`,
  String.raw`\b(?:tu me|me|personne(?: ne)?|quelqu'un|tu peux(?: me)?) (?:pay(?:es?|er|ais)|pai(?:es?))[^.!?]{0,6} (?:le |la |les |mon |ma |mes |un )?(?:billet|train|vol|voyage|taxi|trajet|loyer|forfait|factures?|bus|visa)\b|\bachet(?:e|es|er)(?:-moi)? (?:une )?(?:carte (?:apple|steam|itunes|google)|recharge)`,
  String.raw`\btravaill\p{L}{1,3} (?:de|depuis) (?:chez (?:toi|vous|moi)|la maison)[^.!?]{0,20}\bgagn|\bgagn(?:e|es|er|ez) \d[\d.,]{1,6}(?: ${CURRENCY})? (?:par|a la) (?:jour|semaine|mois)`,
  String.raw`\b(?:(?:fait|fais|transforme) de|transforme) \d[\d.,]{1,9}(?: ${CURRENCY})?(?: en)? \d[\d.,]{2,9}|\bcolis\b[^.!?]{0,30}\bmillions?\b`,
];

const JAPANESE = [
  String.raw`(?:お金|金|費用|手数料|資金)が?(?:必要(?!(?:な|じゃ|では)な)|足り(?:ない|ませ)|いる(?:ん|の)です)|お金(?:に|で)困って|(?:円|お金|現金)(?:を|ほど)?(?:少し)?(?:貸し|借り|送金|振り込|振込|送って|立て替え|恵んで)`,
  String.raw`(?:円|お金)(?:が)?あれば(?:とても)?(?:助か|たすか)|(?:振り込ん|振込|送金|立て替え)(?:して|で)?(?:もら|くだ|くれ|ほし|いただ)`,
  String.raw`(?:家賃|治療費|入院費|手術代|飛行機代|航空券代|電気代|学費)が?(?:払え|足り)|払えません`,
  String.raw`仮想通貨|暗号資産|ビットコイン|(?:絶対|必ず|確実)に?[^。]{0,10}(?:儲|もうか|利益|稼)|(?:儲|もう)かる[^。]{0,6}(?:投資|副業|話|方法)|(?<![a-z])fx(?![a-z])[^。]{0,20}(?:利益|稼|儲|方法)|(?:毎週|毎日|毎月|週に|月に|日に)[^。]{0,10}円[^。]{0,6}稼`,
  String.raw`(?:ギフト|プリペイド|アマゾン|itunes|google play|アップル)(?:の)?(?:カード|券|ギフト)|paypay|ペイペイ|銀行口座|口座番号|遺産[^。]{0,20}(?:手数料|必要|受け取)|(?:財布|カード|パスポート)[^。]{0,6}(?:盗まれ|なくし|落とし)[^!]{0,20}(?:送|振り込|貸|助け)`,
  String.raw`(?:交通費|飛行機代|航空券|チケット代|タクシー代|携帯代|電話代|旅費|薬代|医療費|家賃)(?:だけ)?(?:を|も|だけ)?[^。]{0,4}(?:出し|払っ|払え|送っ|助け)|(?:薬代|医療費|携帯代|電話代)が?(?:払え|足り)`,
  String.raw`${YEN}[^。]{0,6}(?:助け|貸し|送って|ください|くれ|もらえ)|副業[^。]{0,15}(?:円|万|興味|紹介)|(?:日給|月収|一日|週に|月に)${YEN}[^。]{0,12}(?:稼|興味|可能|できます)|${YEN}[^。]{0,10}${YEN}に(?:し|なり|なった|増)`,
];

/** Needs and offers told sideways, so that no word for money is needed. */
const SIDEWAYS = [
  // English.
  String.raw`\b(?:can|could|would|will) you (?:please |maybe |possibly )?(?:lend|loan|wire|spare|advance) (?:me|us) (?:just |about |like )?\d{2,5}\b`,
  String.raw`\b(?:operation|surgery|hospital|clinic|vet|doctor)(?:[ ,.:][^?]{0,60})?[ ,.:'](?:wants?|needs?|demands?|asks for) (?:a |the |\S{1,8} )?(?:deposit|payment|paid|paying|fee)`,
  String.raw`\b(?:wallet|purse|bag|passport)(?:[ ,.:][^!?]{0,25})?[ ,.:'](?:stolen|gone|lost|taken)[^!?]{0,60}[ ,.:'](?:hotel|embassy|hostel|landlord)[ ,.:][^!?]{0,30}(?:holding|holds|keeps|keeping|until i|settle)`,
  String.raw`\b(?:parcel|package|gift|box) for you(?:[ ,.:][^?]{0,80})?[ ,.:']customs\b`,
  String.raw`\bsecond (?:income|salary)s?(?:[ ,.:?][^!]{0,100})?[ ,.:'](?:platform|mentor|i trust|show you)\b`,
  String.raw`\b(?:uncle|aunt|friend|cousin|mentor|algorithm|robot|platform|signals)(?:[ ,.:?][^]{0,160})?[ ,.:'](?:your savings|(?:put|set) (?:anything|something|money) aside)\b`,
  String.raw`\b(?:bill|rent|vet|medicine|operation|deposit|tuition)(?:[ ,.:?][^!]{0,80})?[ ,.:'](?:can|could|would) you (?:please |maybe )?(?:help me out|help me pay|help with it|cover it|pay it|chip in)\b`,
  String.raw`\b(?:oil rig|peace(?:keeping)? mission|un doctor|doctor (?:for|with) the un)(?:[ ,.:?][^]{0,140})?[ ,.:'](?:my account|blocked|frozen|fee|fees|my savings|a box)\b`,
  String.raw`\b(?:bequeath|leave|donate) my fortune\b`,
  // German.
  String.raw`(?:rechnung|strom|miete|kaution|reparatur|tierarzt|medikamente)(?:[ ,.:?][^!]{0,90})?[ ,.:'](?:aushelfen|aushilfst|unter die arme greifen)`,
  String.raw`\bkonntest du (?:mir )?(?:bitte |vielleicht )?\d{2,5} (?:leihen|borgen|vorstrecken)|\bleihst du mir \d{2,5}\b`,
  String.raw`${SUM}[^.!?]{0,15}[ ,.:']wei(?:ss|ß) nicht (?:mehr )?weiter|\boperier(?:t|en)(?:[ ,.:][^.!?]{0,40})?[ ,.:']erst,? wenn[ ,.:][^.!?]{0,30}(?:tisch|bezahlt|anzahlung)`,
  String.raw`\b(?:algorithmus|roboter|plattform|mentor|mentorin|onkel|signale)(?:[ ,.:?][^]{0,160})?[ ,.:'](?:dein erspartes|deine ersparnisse)\b`,
  String.raw`\b(?:bohrinsel|friedensmission|arzt (?:fur|bei) (?:die|der|den) (?:un|vereinten nationen))(?:[ ,.:?][^]{0,140})?[ ,.:'](?:konto|gesperrt|vorstrecken|gebuhr|gebuhren|ersparnisse)\b`,
  String.raw`\b(?:geldborse|portemonnaie|brieftasche|tasche|pass)(?:[ ,.:][^!?]{0,25})?[ ,.:'](?:gestohlen|geklaut|weg)(?:[ ,.:][^!?]{0,60})?[ ,.:'](?:hotel|botschaft)(?:[ ,.:][^!?]{0,30})?[ ,.:'](?:bis ich|behalt|zahle)`,
  String.raw`\b(?:paket|geschenk) fur dich(?:[ ,.:][^?]{0,80})?[ ,.:']zoll|\bvermogen (?:vererben|vermachen|hinterlassen)\b`,
  // Spanish.
  String.raw`\bno me alcanza(?:[ ,.:?][^]{0,40})?[ ,.:']ayud|\bme (?:prestas|prestarias|podrias prestar) \d{2,5}\b`,
  String.raw`\b(?:debo \d|me van a cortar|me cortan)[^]{0,60}[ ,.:'](?:pagarla|pagarlo|pagarme|te lo devuelvo|te los devuelvo)\b`,
  String.raw`\bno (?:la|lo|le|me) (?:atienden|operan|sueltan|entregan) hasta que(?:[ ,.:][^.!?]{0,25})?[ ,.:'](?:deposito|pag)`,
  String.raw`\b(?:pasaje|visa|boleto)(?:[ ,.:?][^]{0,60})?[ ,.:']cuesta(?:[ ,.:?][^]{0,40})?[ ,.:']tu que eres\b|\bayudita(?:[ ,.:][^.!?]{0,12})?[ ,.:'](?:por|al?) (?:yape|nequi|plin)\b|\b(?:por|con|al|mi) (?:yape|nequi|daviplata)\b`,
  String.raw`\b(?:algoritmo|robot|plataforma|mentora?|senales)(?:[ ,.:?][^]{0,160})?[ ,.:']tus ahorros\b|\bdepender de un sueldo(?:[ ,.:?][^]{0,60})?[ ,.:'](?:mentora?|plataforma)\b`,
  String.raw`\b(?:plataforma petrolera|mision de paz|medico de la onu)(?:[ ,.:?][^]{0,140})?[ ,.:'](?:ahorros|caja|cuenta|bloqueada|tasas)\b|\b(?:donar|dejar|legar) mi fortuna\b`,
  String.raw`\b(?:cartera|bolso|pasaporte)(?:[ ,.:][^!?]{0,60})?[ ,.:'](?:hotel|embajada)(?:[ ,.:][^!?]{0,30})?[ ,.:'](?:hasta que pague|retiene|no me deja)|\bpaquete para ti(?:[ ,.:][^?]{0,80})?[ ,.:']aduana`,
  // French.
  String.raw`\bpayer l'(?:hopital|operation|ecole|electricite)(?:[ ,.:?][^]{0,20})?[ ,.:']aide|\b(?:preter|pretes|preterais|avancer) \d{2,5}\b`,
  String.raw`\bleguer(?:[ ,.:?][^]{0,80})?[ ,.:'](?:fortune|notaire|frais)\b|\b(?:sac|portefeuille|passeport)(?:[ ,.:][^!?]{0,40})?[ ,.:'](?:disparu|vole)(?:[ ,.:][^!?]{0,60})?[ ,.:'](?:hotel|ambassade)(?:[ ,.:][^!?]{0,40})?[ ,.:'](?:rien|garde|tant que|demander)\b`,
  String.raw`\b(?:tes economies|ton epargne)(?:[ ,.:?][^]{0,140})?[ ,.:'](?:robot|algorithme|plateforme|mentor)\b|\b(?:robot|algorithme|plateforme|mentor)(?:[ ,.:?][^]{0,140})?[ ,.:'](?:tes economies|ton epargne)\b`,
  String.raw`\b(?:sans etre paye|je ne peux pas payer)(?:[ ,.:?][^]{0,40})?[ ,.:'](?:genereux|genereuse)\b|\b(?:mission de paix|plateforme petroliere|medecin (?:de|pour) l'onu)(?:[ ,.:?][^]{0,140})?[ ,.:'](?:compte|bloque|frais|economies)\b`,
  String.raw`\b(?:colis|cadeau) pour toi(?:[ ,.:][^?]{0,80})?[ ,.:']douane`,
  // Japanese.
  String.raw`示談[^]{0,40}(?:期限|誰もいな|助け)|(?:ほ|ホ)別|ペ ?イ ?ペ ?イ ?(?:で|に)|国連[^]{0,60}(?:費用|口座|申請|手数料)|費用がかか[^]{0,20}(?:信頼|助け)`,
  String.raw`(?:証券会社|上がる前|内部情報|自動売買|アルゴリズム|ネットショップ)[^]{0,60}(?:貯金|あなたにだけ|先生を紹介)|寝て(?:い)?る間に?も?[^。]{0,8}(?:収入|稼)`,
  String.raw`(?:財布|パスポート|かばん|カバン)[^。]{0,12}(?:盗|なく)[^]{0,30}(?:ホテル|大使館)[^。]{0,20}(?:返して|払うまで|清算)|(?:財産|遺産)を?[^。]{0,10}(?:譲りたい|託したい)`,
];

/** One expression each: V8 searches for the beginning of a single expression much faster than for one of many. */
const NAMED = NAMES.map((pattern) => new RegExp(pattern, 'u'));
const ASKED = [...ANY_LANGUAGE, ...ENGLISH, ...GERMAN, ...SPANISH, ...FRENCH, ...JAPANESE, ...SIDEWAYS].map(
  (pattern) => new RegExp(pattern, 'u'),
);
export const ASKS = [...NAMED, ...ASKED];

const TELLS_OF_FRAUD =
  /(?<!\b(?:no|not|isn't|kein|keine|nicht|pas|sin|sans|without|ohne) (?:an? |une? |es |de |d')?)(?:\b(?:scams?|scammed|scammers?|frauds?|fraudsters?|betrug|betrugern?|betrogen|estafas?|estafadores|arnaques?|arnaqueurs?)\b|詐欺(?!じゃ|では))/u;
const TO_THE_OTHER =
  /\b(?:you|your|u|du|dir|dich|dein\p{L}{0,2}|tu|te|ti|contigo|usted|toi|ton|tes|vous|with me|dm|write me)\b|あなた|教え(?:ます|る)|一緒に|しませんか/u;

/** Each beginning with each end. */
function join(beginnings: string, ends: string): string {
  return beginnings
    .split('|')
    .flatMap((beginning) => ends.split('|').map((end) => beginning + end))
    .join('|');
}

/**
 * Whatever an expression above matches contains one of these. Most messages contain none and are spared the expressions: nine
 * tenths of the time. A test draws texts from every expression and fails where a part is missing here.
 */
const STEMS = [
  // A currency or a word for money.
  '€|£|¥|₹|円|金|dollar|euro|pound|quid|usd|eur|gbp|bucks|grand|peso|franc|balles|pavos|yen',
  'money|cash|fund|loan|geld|kohle|dinero|plata|pasta|argent|fric|thune|sous',
  // Ways to pay and to invest.
  'bitcoin|btc|ethereum|usdt|dogecoin|crypto|cripto|krypto|forex|fx|nft|western|venmo|paypal|paypay|zelle|revolut|bizum|lydia|iban|neosurf|paysafe|pcs',
  'bank|routing|wire|gift|card|kart|carte|coupon|gutschein|tarjeta|invest|trade|trading|profit|savings|income',
  join('guaranteed|free|sure|safe', ' return'),
  // English.
  join('something ', 'for|until|till'),
  join('lend|spare', ' me'),
  join('pay|afford|cover', ' for| my| the| his| her| our| their'),
  join('customs|shipping|release|transfer|delivery|clearance', ' '),
  join('a|per|every|each', ' day| week| month| hour'),
  'parcel|package|box|consignment|trunk|into |mentor|billion|buy me|my rent|my bill|my flight|my trip|covers|pays|psn|playstation|xbox|vanilla|carde|financial help|fee for my|wallet|purse|passport|stuck at|stuck in|inheritance|gold|sugar|allowance',
  // German.
  'geerbt|erbe|nachlass|uberweis|ticket|fahrkarte|fahrt|flug|miete|rechnung|strom|visum|paket|verdien|gemacht|gestohlen|geklaut|brauch|uberweisen|leihen|borgen|vorstrecken|zahlen|rendite|gewinn|prozent|zoll|gebuhr|erbschaft|verdien|kontonummer',
  // Spanish.
  'recarga|convirtio|convierte|convierto|pasaje|vuelo|viaje|alquiler|visa|recibo|renta|tren|paquete|million|millon|trabaj|conver|gana|medicin|tratamiento|algo para|transferencia|pagar|inversion|ganancia|invierte|a la semana|al dia|al mes|por semana|por dia|por hora|ingreso|giro|aduana|tasa|herencia|robaron|cuenta bancaria|numero de',
  // French.
  'medicament|gagn|paie|vol|bus|traitement|soins|medecin|enterrement|billet|train|voyage|taxi|trajet|forfait|factur|loyer|colis|travaill|recharge|succession|transforme|fait |fais |quelque chose|payer |placement|assure|garanti|par semaine|par jour|par mois|par heure|virement|douane|heritage|vole |bancaires',
  // Sideways, in the order of the languages.
  join('advance|spare|loan|lend|wire', ' me| us'),
  'operation|surgery|hospital|clinic|doctor|vet|customs|second income|second salar|your savings| aside|bill|rent|medicine|deposit|tuition|oil rig|mission|mision de paz|hostel|embassy|landlord| fortun',
  'leihst du mir|vermogen|kaution|reparatur|medikament|operier|dein erspartes|ersparnisse|bohrinsel|friedensmission|arzt|botschaft|hotel',
  'no me alcanza|prestas|prestarias|prestar|debo |me van a cortar|me cortan|hasta que|cuesta|yape|nequi|plin|daviplata|ahorros|un sueldo|plataforma|medico|mi fortuna|embajada|aduana',
  "payer l'|preter|pretes|preterais|avancer|leguer|ambassade|tes economies|ton epargne|genereu|plateforme|l'onu|douane",
  '示談|ほ別|ホ別|ペ イ|ペイ |イ ペ|国連|証券会社|上がる前|内部情報|自動売買|アルゴリズム|ネットショップ|収入|ホテル|大使館|財産',
  // Japanese.
  '交通費|飛行機代|航空券|チケット代|タクシー代|携帯代|電話代|旅費|薬代|医療費|家賃|副業|費用|手数料|振|立て替え|払え|足り|仮想通貨|暗号資産|ビットコイン|儲|もうか|利益|稼|カード|券|ギフト|ペイペイ|口座|遺産|財布|パスポート',
].join('|');

/** The source of an expression that matches any of the words. Where they begin alike, the beginning is compared once: a fourth of the time. */
function matchAny(words: readonly string[]): string {
  if (words.includes('')) return '';
  const groups = Map.groupBy(words, (word) => word.slice(0, 1));
  const branches = [...groups].map(([first, group]) => first + matchAny(group.map((word) => word.slice(1))));
  return branches.length === 1 ? (branches[0] as string) : `(?:${branches.join('|')})`;
}

const ANY_STEM = new RegExp(String.raw`${matchAny(STEMS.split('|'))}|[$]|\brib\b`);

/** Whether a text asks for money, names a way to pay, or offers easy money. */
export function mentionsMoney({ text, letters }: ComparableText): boolean {
  return asksForMoney(text) || (letters !== text && asksForMoney(letters));
}

function asksForMoney(text: string): boolean {
  if (!ANY_STEM.test(text)) return false;
  if (ASKED.some((pattern) => pattern.test(text))) return true;
  return NAMED.some((pattern) => pattern.test(text)) && !(TELLS_OF_FRAUD.test(text) && !TO_THE_OTHER.test(text));
}
