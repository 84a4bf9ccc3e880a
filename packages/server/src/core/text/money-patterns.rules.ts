import type { ComparableText } from './message-text.rules.ts';

/** Parts that the patterns share. All texts are lower case and without accents. */
const CURRENCY = String.raw`(?:dollars?|euros?|pounds?|quid|usd|eur|gbp|bucks|grand|pesos?|francs?|balles|pavos|yen|円|[$€£¥₹])`;
const NUMBER = String.raw`(?:(?<![\d.,])\d[\d.,]{0,12}\s?k?|(?:(?<![a-zß])[a-zß]{2,8})?(?:hundred|thousand|hundert|tausend|cientos|cientas|quinientos|quinientas|mil|cents?|mille)(?: [a-z]+)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zwanzig|dreissig|funfzig|veinte|treinta|cincuenta|vingt|trente|cinquante))`;
const SUM = String.raw`(?:${NUMBER}\s?${CURRENCY}|[$€£¥₹]\s?\d[\d.,]{0,12}\s?k?)`;
const MONEY = String.raw`(?:money|cash|funds|loan|geld|kohle|dinero|plata|pasta|argent|fric|thune|sous)`;
const NEGATED = String.raw`(?<!(?:\b(?:not?|never|nicht|kein|nie|sin|nunca|pas|ne|n'ai|plus|sans|jamais)|n't)\s(?:\S{1,12}\s)?)`;

const ANY_LANGUAGE = [
  String.raw`\b(?:bitcoins?|btc|ethereum|usdt|dogecoin|crypto(?:s|currency|currencies|monnaies?)?|cripto(?:s|monedas?)?|krypto(?:s|wahrung(?:en)?)?|forex|fx trading|nft)\b`,
  String.raw`\b(?:western union|money ?gram|cash ?app|venmo|paypa[ly]|zelle|revolut|bizum|lydia|iban|neosurf|paysafe(?:card)?|pcs|transcash|bank details|routing number|wire transfer)\b`,
  String.raw`\b(?:gift ?cards?|geschenkkarten?|gutschein ?(?:karten?|codes?)|tarjetas? (?:de )?regalo|cartes? cadeaux?|(?:google play|itunes|steam|amazon|apple) (?:gift )?(?:cards?|karten?|cartes?|tarjetas?|coupons?|gutscheine?))\b`,
  String.raw`${SUM}[^.!?]{0,40}(?:help|save (?:me|us)|hilf|helfen|ayud|aider|aide|m'aiderai)`,
  String.raw`(?:^|[.,!?] ?)(?:(?:it is|it's|es sind|es|son|c'est|ce n'est que) )?(?:just|only|nur|solo|solamente|juste|seulement) ${SUM}`,
  String.raw`(?:send|give|lend|loan|wire|pay me|transfer|leih|schick|gib|prest|envi|mand|pret|donne|envoi|verse)[^.!?]{0,25}${SUM}`,
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
];

const SPANISH = [
  String.raw`\b(?=necesit|me |le )${NEGATED}(?:necesit[oa]n?|me hace falta|me falta|le falta) (?:urgente(?:mente)? |un poco de |algo de |algun )*(?:${MONEY}\b|${SUM})`,
  String.raw`\b(?:prestas?|prestar(?:me|le|nos)?|prestame|envias?|enviar(?:me)?|enviame|mandas?|mandar(?:me)?|mandame|transfier(?:e|es|eme)|dejas|dejame)\b[^.!?]{0,30}(?:${MONEY}\b|${SUM}|algo para|transferencia)`,
  String.raw`\b(?:no puedo|no podemos|no puede) pagar (?:el|la|mi|los|las|mis) (?:alquiler|renta|luz|hospital|operacion|billete|facturas?|hipoteca)`,
  String.raw`\binversion (?:segura|garantizada|rentable)|\bduplicas? (?:tu|el) dinero|\bganancias? (?:segura|garantizada)s?|\binvierte (?:conmigo|con nosotros)|\bdinero facil`,
  String.raw`\bgan(?:o|as|amos|a) [^.!?]{0,25}(?:a la semana|al dia|por semana|al mes|por dia|por hora)[^.!?]{0,40}(?:ensen|muestr|trading|inver|casa)`,
  String.raw`\b(?:estoy|ando|quede|me quede) (?:sin|corto de|corta de|mal de) (?:dinero|plata)|\b(?:hazme|haceme|hacerme|haz) una? (?:transferencia|ingreso|giro)|\baduana\b[^.!?]{0,40}(?:paquete|pag)|pag(?:ues|ar|as|ame) (?:la|las) (?:aduana|tasas?)|\bherencia\b[^.!?]{0,60}(?:parte|ayud|tasa|porcentaje)`,
  String.raw`\brobaron (?:la|mi|el) (?:cartera|bolso|billetera|movil|pasaporte)\b[^!]{0,60}(?:envi|ayud|prest|dinero|billete)|\bcuenta bancaria|\bnumero de (?:cuenta|tarjeta)`,
];

const FRENCH = [
  String.raw`\bbesoin d(?:'argent|e (?:${MONEY}|${SUM}))|\b(?:il me|il lui) (?:faut|manque) (?:de l'argent|${SUM}|un(?:e)? (?:recharge|coupon|carte))`,
  String.raw`\b(?:pret(?:er|es|e|erais)|envoy(?:er|es|e)|envoi(?:e|es)|avanc(?:er|es|e)|vers(?:er|es)|donn(?:er|es))\b[^.!?]{0,30}(?:d'argent|de l'argent|${SUM}|quelque chose (?:pour|\?|$)|un peu d'argent)`,
  String.raw`\b(?:peux|peut|pouvons|arrive) (?:pas|plus) (?:a )?payer (?:mon|ma|mes|le|la|les) (?:loyer|facture|factures|hopital|operation|billet|courses)`,
  String.raw`\b(?:placement|investissement) (?:sur|garanti|rentable)|\bdoubles? (?:ton|votre|son) argent|\b(?:gains?|benefices?) (?:assures?|garantis?)|\binvestis avec (?:moi|nous)|\bargent facile`,
  String.raw`\bgagn(?:e|es|ons|er) [^.!?]{0,25}(?:par (?:semaine|jour|mois|heure))[^.!?]{0,40}(?:montr|appren|trading|maison|crypto)`,
  String.raw`\b(?:a court|manque|en manque) d'argent|\b(?:fais|faire|fait)(?:-| )(?:moi )?(?:un )?virement|\bvirement (?:bancaire|instantane)|\bdouane\b[^.!?]{0,40}(?:colis|pay|frais)|\bheritage\b[^.!?]{0,60}(?:part|aide|frais|pourcent)`,
  String.raw`\bvole (?:mon|ma|mes|le) (?:portefeuille|sac|carte|telephone|passeport)\b[^!]{0,60}(?:envoy|aid|pret|argent|billet)|\bcoordonnees bancaires|\bnumero de (?:compte|carte)|\brib\b|\brecharge (?:pcs|transcash)`,
];

const JAPANESE = [
  String.raw`(?:お金|金|費用|手数料|資金)が?(?:必要(?!(?:な|じゃ|では)な)|足り(?:ない|ませ)|いる(?:ん|の)です)|お金(?:に|で)困って|(?:円|お金|現金)(?:を|ほど)?(?:少し)?(?:貸し|借り|送金|振り込|振込|送って|立て替え|恵んで)`,
  String.raw`(?:円|お金)(?:が)?あれば(?:とても)?(?:助か|たすか)|(?:振り込ん|振込|送金|立て替え)(?:して|で)?(?:もら|くだ|くれ|ほし|いただ)`,
  String.raw`(?:家賃|治療費|入院費|手術代|飛行機代|航空券代|電気代|学費)が?(?:払え|足り)|払えません`,
  String.raw`仮想通貨|暗号資産|ビットコイン|(?:絶対|必ず|確実)に?[^。]{0,10}(?:儲|もうか|利益|稼)|(?:儲|もう)かる[^。]{0,6}(?:投資|副業|話|方法)|(?<![a-z])fx(?![a-z])[^。]{0,20}(?:利益|稼|儲|方法)|(?:毎週|毎日|毎月|週に|月に|日に)[^。]{0,10}円[^。]{0,6}稼`,
  String.raw`(?:ギフト|プリペイド|アマゾン|itunes|google play|アップル)(?:の)?(?:カード|券|ギフト)|paypay|ペイペイ|銀行口座|口座番号|遺産[^。]{0,20}(?:手数料|必要|受け取)|(?:財布|カード|パスポート)[^。]{0,6}(?:盗まれ|なくし|落とし)[^!]{0,20}(?:送|振り込|貸|助け)`,
];

/** One expression each: V8 searches for the beginning of a single expression much faster than for one of many. */
export const ASKS = [...ANY_LANGUAGE, ...ENGLISH, ...GERMAN, ...SPANISH, ...FRENCH, ...JAPANESE].map(
  (pattern) => new RegExp(pattern, 'u'),
);

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
  join('pay|afford|cover', ' for| my| the'),
  join('customs|shipping|release|transfer|delivery|clearance', ' '),
  join('a|per|every|each', ' day| week| month| hour'),
  'financial help|fee for my|wallet|purse|passport|stuck at|stuck in|inheritance|gold|sugar|allowance',
  // German.
  'brauch|uberweisen|leihen|borgen|vorstrecken|zahlen|rendite|gewinn|prozent|zoll|gebuhr|erbschaft|verdien|kontonummer',
  // Spanish.
  'algo para|transferencia|pagar |inversion|ganancia|invierte|a la semana|al dia|al mes|por semana|por dia|por hora|ingreso|giro|aduana|tasa|herencia|robaron|cuenta bancaria|numero de',
  // French.
  'recharge|quelque chose|payer |placement|assure|garanti|par semaine|par jour|par mois|par heure|virement|douane|heritage|vole |bancaires',
  // Japanese.
  '費用|手数料|振|立て替え|払え|足り|仮想通貨|暗号資産|ビットコイン|儲|もうか|利益|稼|カード|券|ギフト|ペイペイ|口座|遺産|財布|パスポート',
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
  return ANY_STEM.test(text) && ASKS.some((pattern) => pattern.test(text));
}
