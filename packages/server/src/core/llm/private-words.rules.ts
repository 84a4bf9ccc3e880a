/** What people say before a name, an employer or an address, in the five languages. A name is written with a capital letter. */

const NAME = "(?!I(?![\\p{L}]))\\p{Lu}[\\p{L}'’-]*";
const FULL_NAME = `${NAME}(?: (?:(?:von|van|de|del|da|di|la|le) )*${NAME}){0,2}`;

/** Before one's own name. */
const CALLED = [
  "my (?:full |last |first |real )?name(?: is|['’]s)|(?:i['’]?m|i am) called|(?:call|calls) me",
  'ich hei(?:ß|ss)e|mein (?:voller )?(?:name|nachname) ist|nenn(?:t|en)? mich',
  'me llamo|mi (?:nombre|apellido) es|ll[aá]mame',
  "je m['’]appelle|mon (?:nom|prénom) est|appelle[- ]moi",
];

/** Before the name of somebody else; German words are followed by other capitals, see `NOUNS`. */
const RELATIVES = [
  "(?:my|your|his|her|our)(?: \\p{Ll}+)? (?:sister|brother|friend|boss|manager|mother|mom|mum|father|dad|son|daughter|wife|husband|cousin|aunt|uncle|colleague|coworker|neighbou?r|girlfriend|boyfriend|partner|ex|flatmate|roommate|grandma|grandpa|niece|nephew)(?:['’]s name is|,? (?:is )?(?:called|named)|,)?",
  '(?:mein|dein|sein|ihr|unser)\\p{Ll}*(?: \\p{Ll}+)? (?:Schwester|Bruder|Freund(?:in)?|Chef(?:in)?|Mutter|Mama|Vater|Papa|Sohn|Tochter|Mann|Frau|Cousine?|Tante|Onkel|Kolleg(?:e|en|in)|Nachbar(?:n|in)?|Ex|Mitbewohner(?:in)?|Oma|Opa|Nichte|Neffe)(?: heißt|,)?',
  '(?:mi|tu|su|nuestr[ao])(?: \\p{Ll}+)? (?:herman[ao]|amig[ao]|jef[ea]|madre|padre|mam[aá]|pap[aá]|hij[ao]|mujer|marido|prim[ao]|t[ií][ao]|novi[ao]|colega|compañer[ao]|vecin[ao]|abuel[ao]|sobrin[ao])(?:,? (?:que )?se llama|,)?',
  "(?:mon|ma|ton|ta|son|sa|notre)(?: \\p{Ll}+)? (?:sœur|soeur|frère|amie?|copain|copine|cheffe?|patron(?:ne)?|mère|père|maman|papa|fils|fille|femme|mari|cousine?|tante|oncle|collègue|voisine?|grand-mère|grand-père|nièce|neveu)(?:,? (?:qui )?s['’]appelle|,)?",
];

/** German nouns that are often said of a relative: "wenn meine Schwester Zeit hat". */
const NOUNS =
  '(?!(?:Zeit|Urlaub|Angst|Lust|Hunger|Durst|Glück|Geld|Recht|Besuch|Kinder|Kind|Arbeit|Hilfe|Ruhe|Musik|Fußball|Gitarre|Klavier|Deutsch|Englisch|Kuchen|Budget|Geruch|Brot|Kaffee|Tee|Wein|Bier|Hunde?|Katzen?|Freude|Probleme|Ärztin|Arzt|Lehrer(?:in)?|\\p{L}+(?:tag|tags|zeit|ung|heit|keit|schaft))(?![\\p{L}]))';

const EMPLOYED = [
  '(?:work|works|worked|working|intern|interned|study|studies|studied|studying|teach|taught) (?:at|for)(?: the)?',
  '(?:arbeite\\p{Ll}*|jobbe\\p{Ll}*|angestellt)(?: \\p{Ll}+){0,2} bei(?:m| der| dem)?',
  '(?:trabaj\\p{Ll}+|estudi\\p{Ll}+) (?:en|para)(?: la| el)?',
  '(?:travaill\\p{Ll}+|boss(?:e|ais)) (?:chez|pour|à)(?: la| le)?',
];

const STREETS = [
  `\\d+\\p{L}? (?:${NAME} ){1,3}(?:[Ss]treet|St|[Rr]oad|Rd|[Aa]venue|Ave|[Ll]ane|[Dd]rive|[Ss]quare|[Cc]ourt|[Cc]lose|[Bb]oulevard|Blvd|[Tt]errace)(?![\\p{L}])\\.?`,
  `(?:\\p{Lu}[\\p{L}'’]{0,30} )?[\\p{L}-]{0,40}(?:[Ss]traße|[Ss]trasse|[Ss]tr\\.|[Ww]eg|[Aa]llee|[Pp]latz|[Gg]asse|[Dd]amm|[Uu]fer|[Rr]ing) ?\\d+\\p{L}?(?![\\p{L}\\d])`,
  `\\d+,? (?:bis |ter )?(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Pp]lace|[Ii]mpasse|[Cc]hemin|[Qq]uai|[Aa]llée) (?:(?:de|du|des|la|les|le) |[ld]['’])*${FULL_NAME}`,
  `(?:[Cc]alle|[Aa]venida|[Aa]vda\\.?|[Pp]laza|[Pp]aseo|[Cc]arrer|[Cc]amino) (?:(?:de|del|la|los|las|el) )*${FULL_NAME},? (?:n[.º°]* ?|número )?\\d+`,
  '[\\p{Script=Han}ヶケ]*\\d+丁目(?:[\\d番地号の-]+)?',
];

const JAPANESE_NAME = '[\\p{Script=Han}\\p{Script=Katakana}ー]{1,8}';
const JAPANESE = [
  `${JAPANESE_NAME}(?=と申します|と言います|といいます)`,
  `(?<=(?:妹|姉|兄|弟|友達|友人|上司|同僚|母|父|彼氏|彼女|息子|娘)の)(?!旦那|奥)${JAPANESE_NAME}(?=さん|ちゃん|くん|君)`,
];

/** Letter case of the introducing words does not matter, that of what follows them does. */
type Introduced = { words: RegExp; what: RegExp; instead: string };
const after = (words: readonly string[], what: string, instead: string): Introduced => ({
  words: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')}) `, 'giu'),
  what: new RegExp(what, 'uy'),
  instead,
});

const INTRODUCED = [
  after(CALLED, FULL_NAME, '[name]'),
  after(RELATIVES, `${NOUNS}${FULL_NAME}`, '[name]'),
  after(EMPLOYED, `${NAME}(?: (?:&|and|und|y|et|of|de) ${NAME}| ${NAME}){0,3}`, '[place]'),
];
/** A word of letters and hyphens is looked at once, from its beginning: messages have up to 5,000 characters. */
const STREET = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${STREETS.join('|')})`, 'gu');
const JAPANESE_NAMED = new RegExp(JAPANESE.join('|'), 'gu');

/** Removes addresses, employers and the names of other people where the words before them tell that they are such. */
export function scrubIntroduced(text: string): string {
  const scrubbed = text.replace(STREET, '[address]').replace(JAPANESE_NAMED, '[name]');
  return INTRODUCED.reduce(removeIntroduced, scrubbed);
}

/** Two expressions, because the part `(?i:…)` of one minded the case again in a process that had run for minutes (Node 24). */
function removeIntroduced(text: string, { words, what, instead }: Introduced): string {
  let kept = '';
  let at = 0;
  for (const { 0: found, index } of text.matchAll(words)) {
    what.lastIndex = index + found.length;
    const said = what.exec(text);
    if (said === null || said.index < at) continue;
    kept += text.slice(at, said.index) + instead;
    at = what.lastIndex;
  }
  return kept + text.slice(at);
}
