import type { HardMoment } from '@soulsight/contract/wingman';
import { toComparable } from '../../../core/text/message-text.rules.ts';

/** Patterns of one moment, each a whole telling that has hardly another meaning; read without accents, in lower case. */
const spaced = (...patterns: readonly string[]) => new RegExp(`(?<![\\p{L}'])(?:${patterns.join('|')})(?!\\p{L})`, 'u');
const withJapanese = (patterns: RegExp, japanese: string) => new RegExp(`${patterns.source}|${japanese}`, 'u');

const EN_CLOSE =
  '(?:he|she|my (?:husband|wife|ex|boyfriend|girlfriend|partner|dad|father|mum|mom|mother|stepdad|stepfather|stepmum|stepmom))';
const DE_CLOSE = '(?:er|sie|meine? (?:mann|frau|ex|freund(?:in)?|vater|mutter|papa|mama|stiefvater|stiefmutter))';
const ES_CLOSE =
  '(?:mi (?:marido|mujer|esposo|esposa|novio|novia|ex|pareja|padre|madre|papa|mama|padrastro|madrastra))';
const FR_CLOSE = '(?:(?:mon|ma) (?:mari|femme|ex|copain|copine|mec|pere|mere|beau-pere|belle-mere|conjoint|conjointe))';
const JA_CLOSE = '(?:父|母|夫|妻|旦那|嫁|彼氏|彼女|彼|元彼|元夫|元カレ|元カノ|義父)';

const SELF_HARM = withJapanese(
  spaced(
    '(?:took|taken) an overdose (?:when|at|last|in|of)',
    "(?:won't|don't think i'll) (?:still )?be (?:around|here|alive) [^.!?]{0,25}can't (?:keep doing this|go on|do this any ?more)",
    '(?:platform|bridge|tracks)[^.!?]{0,30}think(?:ing)? (?:about|of) (?:just )?(?:stepping off|jumping)',
    '(?:eine )?uberdosis genommen',
    'am liebsten (?:ware|war) ich (?:gar |einfach |uberhaupt )*nicht mehr (?:da|am leben)(?=[.,!]|$)',
    '(?:gleis|brucke|bahnsteig)[^.!?]{0,30}uberleg\\p{L}*,? (?:ob|wie) ich springe',
    '(?<!si [^.!?]{0,40})me voy a (?:matar|suicidar|quitar la vida)(?=[.,!]|$| (?:hoy|esta noche|manana))',
    'no puedo mas,? [^.!?]{0,12}quiero que (?:se acabe|acabe|termine) todo',
    'no creo que llegue a [^.!?]{0,20}acabar con (?:esto|todo)',
    'recommence a me (?:couper|scarifier|mutiler)(?! (?:les (?:ongles|cheveux)|une))',
    '(?:avale|pris) (?:tous mes|toute la boite de|une boite de) (?:cachets|medicaments|comprimes)',
    '(?:quai|pont)[^.!?]{0,30}(?:pense|envie)[^.!?]{0,20}me jeter',
  ),
  '死ぬことばかり|また切っちゃった、?手首|(?:手首|腕)をまた切っ|まで生きてないと思う|もう死ぬね|(?:ホーム|線路)[^。]{0,10}飛び込みた',
);

const ABUSE = withJapanese(
  spaced(
    `${EN_CLOSE} (?:\\p{L}+ ){0,2}(?:grabbed|dragged|pulled) me (?:by (?:the|my) (?:hair|throat|neck)|across the|down the)`,
    '(?:he|she|my (?:husband|wife|ex|boyfriend|girlfriend|partner)) reads all (?:of )?my (?:messages|texts)',
    `${EN_CLOSE} (?:used to |would |always )?(?:beat|hit|whip|whipped) (?:us|me) with (?:a|the|his|her) (?:belt|stick|cane|cable|hanger)`,
    `${DE_CLOSE} hat (?:mich|uns) [^.!?]{0,25}(?:die treppe (?:hin|he)?r?unter ?\\p{L}*|gewurgt|mit (?:dem|einem) gurtel \\p{L}+|an den haaren \\p{L}+)`,
    `${DE_CLOSE} lauert mir [^.!?]{0,30}auf`,
    `${ES_CLOSE} (?:\\p{L}+ )?me (?:volvio a |ha vuelto a )(?:pegar|golpear)`,
    `${ES_CLOSE} (?:\\p{L}+ )?me (?:golpeo|empujo (?:por|contra)|encierra|encerro|ahorco|estrangulo)`,
    'me (?:agarro|tiro|jalo) (?:del|de los|por el) (?:pelo|pelos|cabello|cuello) y (?:me arrastr|no podia|apret)\\p{L}*',
    'me puso las manos (?:en|al) (?:el )?cuello y apret\\p{L}*',
    '(?:mi (?:pareja|marido|esposo|mujer|novio|novia)) se queda con (?:todo )?mi (?:sueldo|nomina)',
    `${FR_CLOSE} m'a (?:encore |deja |re)?(?:tapee?|frappee?|cognee?|giflee?|etranglee?|poussee? (?:dans|contre))(?! (?:dans l'oeil|sur les nerfs|l'esprit|par))`,
    `${FR_CLOSE} me (?:frappe|cogne|gifle|tape(?! (?:sur|dans))|jette des \\p{L}+ dessus|prend (?:tout )?mon salaire)`,
    `mon ex [^.!?]{0,20}(?:qu'il|de) (?:me tuera|va me tuer|me tuer)`,
    "mon ex m'attend [^.!?]{0,40}j'ai peur",
  ),
  `${JA_CLOSE}に[^。！？]{0,10}(?:突き落とさ|首を絞めら|引きずら)れ|${JA_CLOSE}が[^。！？]{0,8}物を投げつけ|${JA_CLOSE}からの?暴力|禁止[^。！？]{0,10}(?:LINE|line|メッセージ|スマホ)[^。！？]{0,4}読まれ|gpsで監視され`,
);

const EN_WILL = "(?:i'll|i will|i'm going to|i'm gonna|going to|gonna)";
const VIOLENCE = withJapanese(
  spaced(
    `${EN_WILL} (?:break|smash) (?:his|her|their) (?:legs?|arms?|neck|skull|teeth|face|kneecaps?)(?: in)?`,
    `${EN_WILL} burn (?:his|her|their) (?:house|car|flat|place)(?: down)?`,
    'put a bullet in (?:him|her|my (?:boss|ex|neighbou?r)|(?:his|her) head)',
    'waiting for (?:him|her) [^.!?]{0,25}with a (?:bat|knife|crowbar|hammer)',
    "(?:my ex|he|she)(?:'s| is) dead (?:when|once) i (?:find|see|catch)",
    'my (?:neighbou?r|ex|boss|landlord) (?:is getting|gets|will get) a beating',
    'i beat (?:a|some|that) (?:guy|man|bloke|lad|dude) (?:half )?to death',
    "(?:den|die|ihn|meinen (?:chef|ex|nachbarn)) stech(?:e|')? ich ab",
    'mein(?:e)? (?:nachbar(?:in)?|ex|chef(?:in)?|vermieter(?:in)?) (?:kriegt|bekommt) [^.!?]{0,15}auf(?:s maul| die fresse)',
    "(?:ihm|ihr|(?:dem|der|meinem|meiner) \\p{L}+) brech(?:e|')? ich (?:die|alle|beide|das) (?:beine|arme|knochen|finger|nase|genick)",
    "zund(?:e|')? (?:ich )?(?:ihm|ihr) (?:das|die|sein|ihr) (?:haus|auto|wohnung) an",
    '(?:chef(?:in)?|ex|nachbarn?|ihm|ihr)(?!\\p{L})[^.!?]{0,30}kugel in den kopf',
    '(?:wenn|sobald) ich (?:ihn|sie) (?:finde|erwische),? ist (?:er|sie) tot',
    'wo (?:er|sie) wohnt,? (?:der|die|er|sie) (?:blutet|wird bluten)',
    "ich tu(?:e|')? (?:ihm|ihr) (?:was|etwas) an",
    'ich hab(?:e)? [^.!?]{0,20}(?:einen|jemanden) (?:fast|halb) ?tot ?geschlagen',
    'voy (?:para alla )?a (?:reventar|partir|romper)le (?:la cara|las piernas|los dientes)',
    '(?:jefe|jefa|ex|vecino|vecina) le (?:pegaria|pegare|voy a pegar|meteria|metere) un tiro',
    'l[oa] atropello si l[oa] (?:vuelvo a ver|veo)',
    'cuando l[oa] (?:encuentre|pille),? esta muert[oa]',
    'le voy a hacer dano de verdad',
    "(?:faire gaffe|fasse gaffe),? j'ai (?:un flingue|une arme|un couteau)",
    "je (?:l'|le |la )(?:ecrase en (?:bagnole|voiture)|(?:bute|creve|plante) (?:si|des que) je)",
    'si je (?:le|la) (?:trouve|croise|revois),? (?:il|elle) est morte?',
    'tue un (?:mec|gars|type|homme) a coups de',
  ),
  '(?:元カノ|元カレ|元彼|元夫|元嫁|あいつ|上司)を?(?:見つけたら|に会ったら)[^。！？]{0,6}殺す',
);

const EN_PEOPLE =
  '(?:my|our|a) (?:best |old |good |school )?(?:mum|mom|dad|mother|father|brother|sister|son|daughter|husband|wife|cousin|uncle|aunt|nephew|niece|friend|mate|partner|colleague)';
const DE_PEOPLE =
  '(?:meine?|unsere?|eine?) (?:beste[rn]? |guter? |alter? )?(?:\\p{L}*freund(?:in)?|cousine?|bruder|schwester|sohn|tochter|vater|mutter|onkel|tante|neffe|nichte|mann|frau|kolleg(?:e|in))';
const ES_PEOPLE =
  '(?:mi|un|una) (?:mejor |gran )?(?:amig[oa]|prim[oa]|herman[oa]|hij[oa]|padre|madre|ti[oa]|sobrin[oa]|companer[oa]|marido|mujer|espos[oa])';
const FR_PEOPLE =
  '(?:mon|ma|un|une) (?:meilleure? |vieil |vieille )?(?:amie?|copain|copine|pote|cousine?|frere|soeur|fils|fille|pere|mere|oncle|tante|neveu|niece|mari|femme|collegue)';
const GRIEF = withJapanese(
  spaced(
    `${EN_PEOPLE} [^.!?]{0,25}(?:was killed (?:on|in|by)|took (?:his|her|their) own life)`,
    'i lost my (?:son|daughter|husband|wife|brother|sister|mum|mom|dad|mother|father|baby) (?:in (?:19|20)\\d\\d|(?:\\p{L}+ ){1,3}ago)',
    `${DE_PEOPLE} (?:\\p{L}+ )?hat sich (?:\\p{L}+ ){0,3}das leben genommen`,
    '(?:(?:19|20)\\d\\d|vor \\p{L}+ jahren|letztes jahr) meine?n? (?:sohn|tochter|mann|frau|bruder|schwester|vater|mutter) verloren',
    `${ES_PEOPLE}(?: del? \\p{L}+)? se (?:mato en (?:un accidente|la moto|el coche|la carretera)|quito la vida)`,
    '(?:hij[oa]|bebe|nena|nene) nacio muert[oa]',
    `${FR_PEOPLE}(?: de \\p{L}+)? s'est (?:tuee? en (?:voiture|moto|scooter|montagne)|donnee? la mort)`,
    "j'ai perdu (?:mon|ma) (?:fils|fille|mari|femme|frere|soeur|pere|mere) (?:en (?:19|20)\\d\\d|il y a)",
    '(?:fils|fille|bebe) est nee? sans vie',
  ),
  '(?:夫|妻|旦那|主人|家内)とは?死別|(?:友達|友人|親友|先輩|後輩|いとこ|兄|弟|姉|妹|父|母|息子|娘)が[^。！？]{0,8}自殺した',
);

const ILLNESS = spaced(
  '(?:they|doctors) (?:give|gave|are giving) (?:him|her|my \\p{L}+) (?:about |maybe )?(?:\\p{L}+ )?(?:months|weeks)',
  'arzte geben (?:ihm|ihr|meine[mr] \\p{L}+) (?:noch )?(?:\\p{L}+ )?(?:monate|wochen)',
  'a mi \\p{L}+ le dan \\p{L}+ (?:meses|semanas)',
  '(?:ils|les medecins) donnent \\p{L}+ (?:mois|semaines) a (?:mon|ma) \\p{L}+',
);

/** In fun. */
const IN_FUN =
  /(?<!\p{L})(?:lol|jk|mdr|ptdr|xd|(?:ha){2,}h?|(?:ja){2,}j?|(?<!not )(?:just kidding|joking)|(?<!no es )broma)(?!\p{L})|笑(?![わっいえう])|[😂🤣😅😜😉]/u;
/** A film, a game or an animal: nobody is told of, or threatened. */
const OF_NO_PERSON =
  /(?<!\p{L})(?:film|movie|episode|series|serie|season|novel|roman|book|buch|libro|livre|game|level|match|chess|scrabble|mario|spiel|pelicula|juego|partido|capitulo|jeu|partie|dog|cat|hund|katze|kater|perr[oa]|gat[oa]|chien|chat|hamster|wasp|mosquito|spider)(?!\p{L})|映画|ドラマ|アニメ|ゲーム|小説|漫画|犬|猫/u;

/** The first days at a school for minors, of the writer: a teacher goes to work there, and a parent speaks of a child. */
const MINOR = withJapanese(
  spaced(
    "(?:tomorrow|today|yesterday|monday|last week|next week)(?: is|'s| was) my (?:very )?first day (?:of|at|in) (?:high school|secondary school|sixth form|(?:ninth|tenth|eleventh|9th|10th|11th) grade|year (?:9|10|11|nine|ten|eleven))(?! (?:as|teach\\p{L}*|work\\p{L}*|job))",
    'my first day (?:of|at|in) (?:high school|secondary school|sixth form|(?:ninth|tenth|eleventh|9th|10th|11th) grade) (?:is|was) (?:today|tomorrow|yesterday|(?:on |last |next )?\\p{L}+day)',
    'i (?:just )?start(?:ed)? (?:high school|secondary school|sixth form|(?:ninth|tenth|eleventh|9th|10th|11th) grade) (?:today|tomorrow|yesterday|this (?:week|month)|next (?:week|month)|last week|on \\p{L}+day)',
    '(?:morgen|heute|gestern|montag) (?:ist|war|hatte ich|habe ich)(?: auch)? mein(?:en)? erste[rn] (?:schul)?tag (?:am gymnasium|an der (?:oberschule|realschule|gesamtschule)|in der (?:\\d{1,2}\\.|neunten|zehnten|elften|oberstufe)(?: klasse)?)',
    'ich (?:komme?|bin) (?:jetzt|morgen|nach den ferien|nachsten monat|gerade|heute)(?: erst)? in die (?:7\\.|8\\.|9\\.|10\\.|siebte|achte|neunte|zehnte)(?: klasse)?',
    '(?:manana|hoy|ayer|el lunes) (?:es|fue|era|tengo|tuve) mi primer dia (?:de|en el|en la|del) (?:instituto|insti|bachillerato|bachi|secundaria|prepa|preparatoria|eso|la eso)(?! (?:como|de profe))',
    '(?:manana|hoy|ayer|el lunes) (?:empiezo|empece) (?:el |la |en el |en la )?(?:insti|bachillerato|bachi|secundaria|prepa|(?:primero|segundo|tercero|cuarto|[1-4]º?) de (?:la )?(?:eso|bach\\p{L}*))(?! (?:como|de profe))',
    "(?:demain|aujourd'hui|hier|lundi) (?:c'est|c'etait|j'ai|j'avais) (?:ma rentree|mon premier jour) (?:au lycee|au college|en (?:seconde|terminale|troisieme|quatrieme|3e|4e))(?! (?:comme|en tant))",
    "(?:demain|aujourd'hui|hier|lundi),? je (?:rentre|suis rentree?|passe|commence) (?:au lycee|en (?:seconde|terminale|troisieme|quatrieme|3e|4e))(?! (?:comme|en tant))",
  ),
  '(?<!(?:娘|息子|子ども|子供|うちの子|妹|弟|姪|甥|いとこ|生徒|担任|教え子)[^。！？!?]{0,12})(?:昨日|きのう|今日|きょう|明日|あした|明後日|来週|来月|先週)(?:が|は|から|、|で|の)?(?:やっと|ついに|もう)?(?:中学|高校)(?:の)?(?:初日|入学式|初登校|登校初日|に入学)(?![^。！？!?]{0,20}(?:先生|教師|教員|担任|授業をし|赴任|娘|息子|保護者|子ども|子供|昔|年前))',
);

const TELLINGS: readonly (readonly [HardMoment, RegExp])[] = [
  ['self_harm', SELF_HARM],
  ['abuse', ABUSE],
  ['violence', VIOLENCE],
  ['grief', GRIEF],
  ['illness', ILLNESS],
  ['minor', MINOR],
];

/** What somebody tells plainly, in words that the patterns of single words and the classifier are unsure of. */
export function findPlainTelling(content: string): HardMoment | null {
  const { text } = toComparable(content.slice(0, READ_MAX_CHARS));
  const told = TELLINGS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  // A message about the writer's own death or about a beating may also name an animal or a film.
  const mayNameOthers = told === 'self_harm' || told === 'abuse';
  return IN_FUN.test(text) || (!mayNameOthers && OF_NO_PERSON.test(text)) ? null : told;
}

/** Asks after a person. */
const ASKS_AFTER_PERSON =
  /(?<![\p{L}'])(?:mum|mom|mother|dad|father|parents?|brothers?|sisters?|siblings|husband|wife|son|daughter|gran|nan|nana|grandma|grandad|granddad|grandpa|grandmother|grandfather|uncle|aunt|mutter|mama|vater|papa|eltern|bruder|schwester|geschwister|mann|frau|sohn|tochter|oma|opa|grossmutter|grossvater|onkel|tante|madre|mama|padres?|herman[oa]s?|marido|mujer|espos[oa]|hij[oa]|abuel[oa]s?|ti[oa]|mere|pere|parents|freres?|soeurs?|mari|femme|fils|fille|mamie|papi|grand-(?:mere|pere)|oncle|tante)(?!\p{L})|母さん|父さん|両親|兄弟|(?:兄|弟|姉|妹)さん|旦那さん|奥さん|おばあちゃん|おじいちゃん/u;
/** Asks how somebody is who may be ill, or after somebody old. */
const ASKS_AFTER_PATIENT =
  /(?<![\p{L}'])(?:hospital|how is (?:he|she)(?= ?\?)|gran|nan|grandma|grandad|grandpa|krankenhaus|wie geht es (?:ihm|ihr)|wie geht's (?:ihm|ihr)|oma|opa|como (?:esta|sigue) (?:el|ella)|abuel[oa]|l'hopital|comment (?:il|elle) va|mamie|papi)(?!\p{L})|容体|病院から|おばあちゃん|おじいちゃん/u;
const ASKS_WHY_IN_BLACK =
  /(?<!\p{L})(?:black (?:suit|dress)|schwarze \p{L}+|traje negro|vestido negro|costume noir|robe noire)(?!\p{L})|喪服/u;
const OF_AN_EXAM =
  /(?<!\p{L})(?:exam|test|driving|interview|party|race|level|game|film|movie|prufung|fuhrerschein|spiel|examen|carnet|fiesta|permis|concours|jeu)(?!\p{L})|試験|受験|面接|映画|ゲーム/u;
const NO_FIGURE =
  '(?! (?:of|from) (?:laugh|embarrass|bore)\\p{L}*| vor (?:lachen|scham)| de (?:risa|hambre|verguenza|sueno|rire|faim|fatigue|honte|trouille|froid))';
const DIED = withJapanese(
  spaced(
    `(?:he|she|they) (?:both )?(?:died|passed away)${NO_FIGURE}`,
    "(?:they're |they are )?both (?:dead|gone)(?=[.,!]|$)",
    "i'm (?:actually )?a widow(?:er)?",
    '(?:er|sie) starb',
    '(?:er|sie) ist (?:\\p{L}+ ){0,3}(?:gestorben|verstorben)',
    '(?:leben|lebt) (?:leider |beide |schon )*nicht mehr',
    'ich bin witwer?',
    `(?:murio|murieron|fallecio|fallecieron|ha muerto|ha fallecido)${NO_FIGURE}`,
    'ya no estan? (?:ningun[oa]|con nosotros)',
    'soy viud[oa]',
    `(?:il|elle|ils|elles) (?:est|sont) (?:morte?s?|decedee?s?)${NO_FIGURE}`,
    'je suis (?:veuve|veuf)',
  ),
  '死別|亡くな(?:り|っ)|死んじゃ(?:い|っ)|死にました|二人とももういない|もう(?:い|居)ないんです',
);
const GONE = withJapanese(
  spaced(
    "(?:he|she) didn't make it",
    "(?:he|she)'s gone(?=[.,!]|$)",
    '(?:he|she) passed (?:an|two|on|last|this|yesterday|in)',
    '(?:er|sie) hat es (?:leider )?nicht geschafft',
    '(?:er|sie) ist (?:vor (?:einer|\\p{L}+) stunden?|heute (?:fruh|nacht)|\\p{L}+tag) gegangen',
    '(?:no lo logro|se (?:nos )?fue (?:hace|el|anoche|ayer|esta))',
    "(?:il|elle) (?:ne )?s'en est pas sortie?",
    '(?:il|elle) (?:nous a quittes|est partie? [^.!?]{0,15}(?:sommeil|paix))',
  ),
  '^だめでした|^ダメでした|逝きました|旅立ちました|息を引き取',
);
const FUNERAL_OF = withJapanese(
  spaced(
    "my \\p{L}+'s funeral|funeral of my",
    'beerdigung (?:von )?meine[rsm]',
    '(?:funeral|entierro) de mi',
    '(?:obseques|enterrement) de (?:mon|ma)',
  ),
  '(?:葬儀|お葬式|告別式)',
);
const ASKS_AFTER_DOCTOR =
  /(?<!\p{L})(?:doctor|results|biopsy|arzt|arztin|befund|medico|medica|resultados|medecin|resultats)(?!\p{L})|先生|検査|結果/u;
const DIAGNOSIS =
  /(?<!\p{L})(?:no |not |kein(?:en)? |pas de |pas un )?(?:(?:breast |lung |bowel )?cancer|\p{L}*krebs|cancer (?:de \p{L}+|du \p{L}+)|leuk(?:a)?emia|leukamie|leucemi[ae])(?!\p{L})|がん(?:だ|で|が)|白血病/u;
const IN_INTENSIVE_CARE =
  /(?<!\p{L})(?:in (?:the )?(?:icu|intensive care)|intensivstation|en (?:la )?uci|en reanimation)(?!\p{L})|集中治療室/u;

/** A death or a grave illness in the answer to a question about a person: "How is your grandad?" "He died on Sunday." */
export function answersWithLoss(question: string, answer: string): 'grief' | 'illness' | null {
  const asked = toComparable(question.slice(0, READ_MAX_CHARS)).text;
  const { text } = toComparable(answer.slice(0, READ_MAX_CHARS));
  if (IN_FUN.test(text) || [asked, text].some((one) => OF_NO_PERSON.test(one)) || OF_AN_EXAM.test(asked)) return null;
  if (
    (ASKS_AFTER_PERSON.test(asked) && DIED.test(text)) ||
    (ASKS_AFTER_PATIENT.test(asked) && (DIED.test(text) || GONE.test(text))) ||
    (ASKS_WHY_IN_BLACK.test(asked) && FUNERAL_OF.test(text))
  )
    return 'grief';
  const diagnosis = ASKS_AFTER_DOCTOR.test(asked) ? DIAGNOSIS.exec(text)?.[0] : undefined;
  if (diagnosis !== undefined && !/^(?:no|not|keine?n?|pas) /u.test(diagnosis)) return 'illness';
  return ASKS_AFTER_PERSON.test(asked) && IN_INTENSIVE_CARE.test(text) ? 'illness' : null;
}

const READ_MAX_CHARS = 2_000;
