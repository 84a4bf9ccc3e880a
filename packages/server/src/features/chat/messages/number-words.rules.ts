/** Words for numbers in five languages, without accents. A word that repeats or multiplies counts as one digit. Ten and more count as two digits; tens as one, because a unit follows. */
const UNITS =
  'zero oh nil double triple hundred one two three four five six seven eight nine null eins zwei zwo drei vier funf sechs sieben acht neun doppel hundert ' +
  'cero uno dos tres cuatro cinco seis siete ocho nueve doble cientos un deux trois quatre cinq sept huit neuf';
const TEENS =
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen zehn elf zwolf dreizehn vierzehn ' +
  'funfzehn sechzehn siebzehn achtzehn neunzehn diez once doce trece catorce quince dieciseis diecisiete dieciocho ' +
  'diecinueve veintiun veintiuno veintiuna veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho ' +
  'veintinueve dix onze douze treize quatorze quinze seize';
const TENS =
  'twenty thirty forty fifty sixty seventy eighty ninety zwanzig dreissig dreißig vierzig funfzig sechzig siebzig ' +
  'achtzig neunzig veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa vingt trente quarante cinquante ' +
  'soixante quatre-vingt quatre-vingts';

const DIGITS_BY_WORD = new Map<string, string>([
  ...UNITS.split(' ').map((word): [string, string] => [word, '1']),
  ...TEENS.split(' ').map((word): [string, string] => [word, '11']),
  ...TENS.split(' ').map((word): [string, string] => [word, '1']),
]);

const byLength = (a: string, b: string) => b.length - a.length;
const WORD = [...DIGITS_BY_WORD.keys()].sort(byLength).join('|');
/** One word, or several joined as German joins them. */
const NUMBER_WORDS = new RegExp(`(?<![\\p{L}])(?:${WORD})+(?![\\p{L}])`, 'gu');
const EACH_WORD = new RegExp(WORD, 'gu');
const JOINED_BY_AND = /(?<=\d),? (?:and|und|y|et|then|dann|luego|despues|puis|ensuite|plus|mas|again) (?=\d)/g;
const HAN_DIGIT =
  '(?:ゼロ|ぜろ|れい|レイ|まる|マル|いち|イチ|に[ーい]?|ニー?|さん|サン|よん|ヨン|し|シ|ご[ーう]?|ゴー?|ろく|ロク|なな|ナナ|しち|シチ|はち|ハチ|きゅ[うー]|キュ[ウー]|く|ク|[〇零一二三四五六七八九])';
const HAN_DIGITS = new RegExp(HAN_DIGIT, 'g');
const HAN_RUN = new RegExp(`(?:(?:${HAN_DIGIT}|[0-9])[\\s、,.・\\-ーの]{0,2}){7,}`, 'g');

/**
 * Replaces number words by as many digits as they stand for; which digits does not matter. Japanese number signs count in
 * runs of at least seven, because a single one is part of ordinary words.
 */
export function toDigitRuns(text: string): string {
  return text
    .replace(HAN_RUN, (run) => run.replace(HAN_DIGITS, '1'))
    .replace(NUMBER_WORDS, (words) => words.replace(EACH_WORD, (word) => DIGITS_BY_WORD.get(word) ?? word))
    .replace(JOINED_BY_AND, ' ');
}
