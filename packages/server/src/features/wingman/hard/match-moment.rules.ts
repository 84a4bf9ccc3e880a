import { HARD_MOMENTS, type HardMoment, TURNING_POINTS, type TurningPoint } from '@soulsight/contract/wingman';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import { GERMAN } from './de.data.ts';
import { ENGLISH } from './en.data.ts';
import { SPANISH } from './es.data.ts';
import { FRENCH } from './fr.data.ts';
import type { MomentPatterns } from './hard-moment.data.ts';
import { JAPANESE } from './ja.data.ts';

export type Moment = HardMoment | TurningPoint;

type Kind = keyof MomentPatterns;

/** Short messages have no language that can be detected, so every message is read in all five. */
const LANGUAGES: readonly MomentPatterns[] = [ENGLISH, GERMAN, SPANISH, FRENCH];
const SPACED = { before: '(?<![\\p{L}\\p{N}])', after: '' } as const;

function compile(kind: Kind, flags: 'u' | 'gu'): RegExp {
  const spaced = LANGUAGES.flatMap((language) => language[kind]).join('|');
  return new RegExp(`${SPACED.before}(?:${spaced})|(?:${JAPANESE[kind].join('|')})`, flags);
}

const INNOCENT = compile('innocent', 'gu');
const PATTERNS = Object.fromEntries(
  [...HARD_MOMENTS, ...TURNING_POINTS].filter((kind) => kind !== 'scam').map((kind) => [kind, compile(kind, 'u')]),
) as Record<Exclude<Moment, 'scam'>, RegExp>;

/** Longer messages are read up to here, so that no text takes long. */
const READ_MAX_CHARS = 2_000;

const read = (content: string) => toComparable(content.slice(0, READ_MAX_CHARS));

/** A message that refuses: it is no more than a no, or says that one does not do, want or send something. */
const NO =
  /^(?:no|nope|nah|nein|nee|non)(?:[ ,]+(?:thanks?|thank you|danke|gracias|merci|sorry))?[.! ]*$|(?<![\p{L}\p{N}])(?:i(?:'d| would) rather (?:not|wait)|lieber (?:nicht|warten)|prefiero (?:que no|no|esperar)|je prefere (?:pas|ne pas|attendre)|i (?:don'?t|do not|won'?t|will not|am not going to) (?:send|share|want|do (?:that|this))|(?:schicke|mache|mochte|will)[^.!?]{0,20} (?:nicht|keine)|(?:no (?:mando|envio|quiero|voy a|pienso)|paso de)|je (?:n')?(?:envoie|veux|fais|ferai|enverrai) (?:\p{L}+ )?pas)|(?:送|見せ|撮|言|し)(?:れ|ら|り|せ|え)?(?:ません|られません|たくない|たくありません|ない(?:よ|です)?)(?!か)|嫌です|嫌だ|いやです|無理です|お断り|待ちたい/u;

/** Says no to what was asked before. */
export function isNo(content: string): boolean {
  return NO.test(read(content).text);
}

/** What was done to somebody who tells of abuse, which decides who can help. Read without accents, in lower case. */
const SEXUAL =
  /(?<![\p{L}\p{N}])(?:rap(?:e|ed)(?!\p{L})|molest|sexual|sexuel|grop(?:e|ed)(?!\p{L})|touch(?:ed|es|ing) me|said no (?:but|and)|without my consent|vergewaltig|missbrauch|sexuell|(?:un)?(?:begrapsch|angefasst|beruhrt)|gegen meinen willen|viol(?:aron|o|aba|ad[oa]|ee?|er)(?!\p{L})|abus(?:o|aron|ado|aba|ee?|er)(?!\p{L})|manose|(?:me|nos) toca|sin mi consentimiento|touchee?(?!\p{L})|tripote|attouchement|inceste?(?!\p{L})|sans mon consentement)|レイプ|強姦|性的|性暴力|痴漢|触られ|犯され|同意(?:も)?なく|無理やり/u;
const IN_CHILDHOOD =
  /(?<![\p{L}\p{N}])(?:as a (?:child|kid|boy|girl|teenager)|when i was (?:a (?:child|kid|boy|girl|teenager)|little|small|young|\d(?!\d)|1[0-7](?!\d)|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)|(?:my )?childhood|growing up|als (?:kleines )?kind|als ich (?:\p{L}+ )?(?:klein|kind|\d(?!\d)|1[0-7](?!\d))|kindheit|de (?:nin[oa]|pequen[oa]|chic[oa])|cuando (?:yo )?era (?:un |una )?(?:nin|pequen|chic)|infancia|(?:mon |l')?enfance|(?:quand|lorsque) j'etais (?:petite?|enfant|gamine?|ado)|etant (?:enfant|petite?))|(?:子ども|子供|小さい|幼い)(?:の)?(?:頃|ころ|時|とき)|幼少|虐待/u;

/** Who can help somebody that tells of abuse. */
export type AbuseKind = { sexual: boolean; inChildhood: boolean };

export function readAbuse(content: string): AbuseKind {
  const { text } = read(content);
  return { sexual: SEXUAL.test(text), inChildhood: IN_CHILDHOOD.test(text) };
}

/** A comparable text without figures of speech and harmless matters. */
export function withoutInnocent(comparable: string): string {
  return comparable.replace(INNOCENT, ' ');
}

/** Words that tell nothing, of those around a figure of speech: "she … every time". */
const FILLERS = new Set(
  'she he they it we every single time all the always again so too lol haha er sie es immer wieder il elle on me toujours encore'.split(
    ' ',
  ),
);

/** The message has nothing but figures of speech and harmless matters. */
export function isInnocent(content: string): boolean {
  const { text } = read(content);
  const rest = withoutInnocent(text);
  return rest !== text && (rest.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => FILLERS.has(word));
}

/** No story or song is about this: it is looked for before what is said of stories is taken away. */
const UNMISTAKABLE =
  /(?<![\p{L}\p{N}])(?:(?:then|game over|my (?:story|song|book|film|movie))[^!?]{0,20} suicide|suicide (?:tonight|now|today|is (?:the|my) only)|(?:selbstmord|suizid) (?:heute|jetzt|ist (?:der|mein) einzige)|suicidio (?:esta noche|hoy|ahora|es (?:la|mi) unica)|suicide (?:ce soir|aujourd'hui|maintenant|est (?:la|ma) seule)|my story ends (?:with me )?(?:in the (?:river|water)|dead|jumping)|meine (?:geschichte|story) endet [^!?]{0,15}(?:selbstmord|suizid)|mi historia (?:termina|acaba) [^!?]{0,15}suicidio|mon histoire (?:finit|se termine|s'acheve|s'arrete) [^!?]{0,15}suicide|(?:wrote|written|geschrieben|escribi|escrito|ecrit) (?:all )?(?:the|my|die|las|mis|les|mes) (?:letters|cartas|lettres)[^!?]{0,60}(?:calm|at peace|tranquil\p{L}*|en paz|en paix|apaisee?)|as if i(?:'d| would|'ll| will) still be (?:here|around|alive)(?: (?:by|in|next))?|como si (?:yo )?(?:fuera|fuese) a llegar (?:al? |hasta )(?:el |la )?(?:verano|navidad|ano|primavera|otono|invierno)|comme si j'allais (?:encore )?etre (?:encore )?(?:la|vivante?)|als (?:ob es mich dann noch gibt|gabe es mich dann noch|ware ich dann noch (?:da|am leben)))(?!\p{L})/u;

/**
 * The word in a title, or beside a word for a work or a profession. A hotline, a note or prevention alone is not taken away: who speaks of
 * one may be in danger.
 */
const ABOUT_SUICIDE =
  /(?<![\p{L}\p{N}])(?:suicide squad|(?<=(?<!\p{L})(?:novel|film|movie|book|play|series|documentary|podcast|thesis|fundraiser|charity|volunteer\p{L}*|train(?:s|ed|ing)|stud(?:y|ies|ied|ying)|teach(?:es|ing)?|work(?:s|ed|ing)?)(?!\p{L})[^.!?]{0,40})suicide (?:prevention|awareness|hotlines?|helplines?|notes?)|(?:suizid|selbstmord)(?:pravention|praevention|verhutung)|prevencion del suicidio|prevention du suicide)(?![\p{L}\p{N}])|自殺(?:の)?(?:防止|予防)/gu;

/** "I don't want to die before I've seen it" is said by somebody who wants to live, and "I won't kill him" by somebody who complains about a neighbour. */
const DENIED =
  /(?<![\p{L}\p{N}])(?:(?:don'?t|do not|won'?t|refuse to|not going to)(?: want to| wanna)? die (?:on (?:this|that)|before|without|until|till)|(?:will|mochte|darf|werde)(?: ja| doch| noch| aber| auch)* nicht sterben,? (?:bevor|ohne|ehe)|no (?:me )?(?:quiero|puedo|voy a) morir(?:me)? (?:sin|antes|hasta)|(?:veux|voudrais|peux|vais) pas mourir (?:idiote?|betes?|sans|avant)|not (?:about|going) to (?:kill|murder) (?:anyone|anybody|my \p{L}+) (?:over|but|for)|bringe? (?:meinen|meine|keinen|niemanden)(?: \p{L}+)? (?:nicht )?um,? aber|no voy a matar a (?:nadie|mi \p{L}+),? pero|(?:vais|veux) pas tuer (?:mon|ma|mes|quelqu'un)(?: \p{L}+)? mais|krebs[^.!?]{0,30}sternzeichen|cancer[^.!?]{0,30}(?:star sign|zodiac|horoscope|signo|horoscopo))(?!\p{L})|死ぬ(?:まで|前)に|殺すわけ(?:じゃ|では)ない/gu;

/** "Nobody has died" speaks of death, too. */
const NOBODY_DIED =
  /(?<![\p{L}\p{N}])(?:(?:nobody|no one|no-one)(?:'s| has| is)?(?: actually| really)? (?:died|dead)|(?:ist|sind) (?:ja |doch )?(?:niemand|keiner) (?:gestorben|tot)|(?:niemand|keiner) (?:ist |wurde )?(?:gestorben|tot)|no se (?:ha )?(?:muerto|murio|muere) nadie|nadie (?:se )?(?:ha )?(?:muerto|murio)|personne n?'?(?:est|a ete) mort)(?!\p{L})|(?:誰も|だれも|人は)死んで(?:い)?(?:ない|ません)/u;

export function deniesDeath(content: string): boolean {
  return NOBODY_DIED.test(read(content).text);
}

/** A relative has died: nothing else that the message says changes that. */
const BEREAVED = new RegExp(
  [
    String.raw`(?<![\p{L}'])(?:my|our) (?:mum|mom|mother|dad|father|brother|sister|son|daughter|husband|wife|gran|grandma|grandpa|granddad|grandad|granny|nana|nan|grandmother|grandfather|uncle|aunt) (?:has |just )?(?:(?:died|passed away|passed) (?:an?|one|two|three|four|five|\d+|some|many)(?: few| couple of| good)? (?:days?|weeks?|fortnight|months?|years?) ago|(?:died|passed away)(?: (?:yesterday|today|tonight|last (?:night|week|month|year|\p{L}+day)|this (?:morning|week|month|year)|(?:on|in) \p{L}+))?(?=[.!?]|$))`,
    // The verb is at the end of a sentence, which may name the relative and tell of other things before it.
    String.raw`(?<!\p{L})(?:meine?|unsere?) (?:mann|frau|mutter|vater|mama|papa|bruder|schwester|sohn|tochter|oma|opa|omi|opi|grossmutter|grossvater|onkel|tante)(?!\p{L})[^.!?]{0,100}(?<!\p{L})(?:ist|sind) (?:(?:er|sie|gestern|heute|leider|letzte\p{L}*|diese\p{L}*|vorige\p{L}*|am|im|vor|\p{L}+tag|\p{L}+ tagen|\p{L}+ wochen|\p{L}+ monaten|woche|nacht|monat|jahr|plotzlich) ){0,4}(?:verstorben|gestorben)(?=[.,;!?]| und| aber|$)`,
    String.raw`(?<!\p{L})(?:mi|nuestr[oa]) (?:madre|padre|mama|papa|hermano|hermana|hijo|hija|marido|mujer|esposo|esposa|abuelo|abuela|tio|tia)(?: \p{L}+)? (?:ha muerto|murio|ha fallecido|fallecio)(?! del? (?:risa|hambre|verguenza|sueno|calor|frio|susto|miedo|asco|aburrimiento|ganas))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:mon|ma|notre) (?:mere|pere|frere|soeur|fils|fille|mari|femme|maman|papa|grand-mere|grand-pere|papi|mamie|oncle|tante)(?: \p{L}+)? (?:est morte?|est decedee?|vient de mourir)(?! d(?:e |')(?:rire|faim|honte|fatigue|froid|chaud|peur|trouille|inquietude|jalousie|ennui|envie))(?!\p{L})`,
    String.raw`(?<!\p{L})(?:fils|fille|mari|femme|frere|soeur|pere|mere)(?!\p{L})[^!?]{0,20}(?<!\p{L})(?:il|elle) est morte? (?:il y a|en \d|a \d)`,
    String.raw`(?<!\p{L})(?:son|daughter|husband|wife|brother|sister)(?!\p{L})[^!?]{0,20}(?<!\p{L})(?:he|she) (?:died|passed away) (?:\p{L}+ ){1,3}ago(?!\p{L})`,
    String.raw`(?<!\p{L})fallecio (?:ayer|anoche|hoy|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo))(?!\p{L})`,
    '(?:母|父|夫|妻|旦那|兄|姉|弟|妹|息子|娘|祖母|祖父|おばあちゃん|おじいちゃん|叔父|叔母)が[^。！？!?]{0,12}(?:亡くなりました|亡くなった|他界しました|他界した)',
  ].join('|'),
  'u',
);

export function tellsOfDeath(content: string): boolean {
  return BEREAVED.test(read(content).text);
}

/** The writer hurts themselves again, or has tried to die and thinks of it again: nothing else that the message says changes that. */
const HURTS_AGAIN =
  /(?<![\p{L}'])(?:(?:hurting|cutting|harming) myself again|(?:hurt|cut|harmed) myself again (?:last|on purpose|like)|(?:verletze?|ritze?|schneide?) (?:ich )?mich (?:\p{L}+ )?(?:wieder|erneut)|(?:wieder|erneut) (?:angefangen|begonnen),? mich (?:selbst )?zu (?:verletzen|ritzen|schneiden)|(?:he vuelto|volvi|vuelvo) a (?:hacerme dano a proposito|cortarme los brazos|autolesionarme)|me refais du mal|(?:pense|pensais|songe)(?: \p{L}+){0,3} a en finir(?! avec)|(?:essaye|tente) d'en finir(?! avec)|(?:fait une|ma derniere) (?:tentative|ts)(?! d)[^!?]{0,80}(?:en finir(?! avec)|(?:ca|cela) (?:revient|recommence)|mourir|idees (?:noires|sombres))|envie d'en finir(?! avec) (?:revient|est revenue|me reprend|ne me (?:lache|quitte))|(?:de nouveau|a nouveau) envie d'en finir(?! avec)|(?:had|made|survived) (?:an|another|my last) attempt(?! (?:at|on|to|of|with))[^!?]{0,80}(?:end(?:ing)? it all|want(?:ing)? to die|not be here|thoughts are back)|(?:hatte|hab) [^.!?]{0,25}einen versuch [^!?]{0,80}(?:nicht mehr leben|zu sterben|alles (?:zu )?beenden)|me suis refait du mal|(?:recommence|recommencee?) a me faire du mal)(?!\p{L})|また(?:リスカ|自傷|腕を切)/u;

export function hurtsThemselves(content: string): boolean {
  return HURTS_AGAIN.test(read(content).text);
}

/** What somebody broke of the writer's because they wanted to go, or did something wrong: nothing else that the message says changes that. */
const INJURED = new RegExp(
  [
    String.raw`(?<![\p{L}'])when i (?:tried|wanted|asked) to (?:leave|go|move out|split up)[^.!?]{0,40}(?:broke|fractured) (?:(?:one|two|three) of )?my (?:arms?|wrists?|nose|ribs?|fingers?|jaw|legs?|hands?|tooth|teeth)(?!\p{L})`,
    String.raw`(?<!\p{L})als ich (?:gehen|weg|ausziehen|mich trennen|schluss machen)[^.!?]{0,25},? hat (?:er|sie|meine? \p{L}+) mir [^.!?]{0,20}(?:arm|handgelenk|nase|rippen?|fingern?|kiefer|bein|hand|zahn|zahne) gebrochen`,
    String.raw`(?<!\p{L})cuando (?:intente|quise|trate de) (?:irme|marcharme|dejarl[oa]|salir)[^.!?]{0,40}me (?:rompio|partio|fracturo) [^.!?]{0,12}(?:brazos?|munecas?|nariz|costillas?|dedos?|mandibula|piernas?|manos?|dientes?)(?!\p{L})|(?<!\p{L})me (?:rompio|partio|fracturo) [^.!?]{0,12}(?:brazos?|munecas?|nariz|costillas?|dedos?|mandibula|piernas?|manos?|dientes?) (?:porque|por (?:llegar|hablar|salir|no|contestar|mirar))(?!\p{L})`,
    String.raw`(?<!\p{L})quand j'ai (?:essaye de|voulu|tente de) (?:partir|m'en aller|le quitter|la quitter|sortir)[^.!?]{0,40}m'a (?:casse|fracture|brise) [^.!?]{0,12}(?:bras|poignets?|nez|cotes?|doigts?|machoire|jambes?|mains?|dents?)(?!\p{L})`,
    '(?:出て行こう|出ていこう|逃げよう|別れよう|遅れ)[^。！？!?]{0,15}(?:指|腕|鼻|歯|骨|あばら|手首)[^。！？!?]{0,6}折られ',
    '髪をつかまれて[^。！？!?]{0,10}(?:倒され|引きずられ|殴られ)',
  ].join('|'),
  'u',
);

export function tellsOfInjury(content: string): boolean {
  return INJURED.test(read(content).text);
}

/** The writer says that they will stab somebody: nothing else that the message says changes that. */
const ANNOUNCED_VIOLENCE =
  /(?<![\p{L}'])(?:(?:decided|going|want|planning|plan|ready) to|gonna|i'?ll|i will) stab (?:him|her|(?:my|this|that) (?:boss|ex|wife|husband|brother|sister|father|mother|dad|mum|mom|stepdad|uncle|cousin|neighbou?r|teacher|landlord|manager|colleague|coworker|flatmate|roommate|girlfriend|boyfriend|partner|guy|man|woman))(?![\p{L}']|(?: \p{L}+)? in the back)|(?<!\p{L})(?:stech(?:e)? ich (?:ihn|sie|(?:den|die|meinen?) (?:chef(?:in)?|ex|mann|frau|bruder|schwester|vater|mutter|nachbarn?|lehrer|kollegen|typen|kerl|freund(?:in)?|mitbewohner)) ab|(?:ihn|sie|(?:den|die|meinen?) (?:chef(?:in)?|ex|mann|frau|bruder|schwester|vater|mutter|nachbarn?|lehrer|kollegen|typen|kerl|freund(?:in)?|mitbewohner)) ab(?:zu)?stechen)(?!\p{L})|(?<!\p{L})(?:decidido|voy a|pienso|quiero) apunalar a (?:mi|ese|esa|el|la|mis)(?!\p{L})|(?<!\p{L})(?:decide de|vais|compte|veux) poignarder (?:mon|ma|ce|cette|le|la) (?:chef|cheffe|patron|patronne|ex|mari|femme|frere|soeur|pere|mere|voisin|voisine|collegue|prof|mec|type|gars|copain|copine)(?!\p{L})|(?<![蜂蚊虫]が)(?:あいつ|そいつ|こいつ|彼女?|上司|部長|課長|社長|店長|工場長|先輩|親父?|父|母|夫|妻|旦那|嫁|元カレ|元カノ)を刺(?:す(?!の)|し(?:に|たい))/u;

/** Somebody who would kill a person and has the weapon, or names another victim. */
const ARMED =
  /(?<!\p{L})le voy a pegar una paliza que no se levant|(?<!\p{L})je (?:la|le) bute,? (?:elle|lui) et (?:son|sa)(?!\p{L})|(?<![\p{L}'])(?:kill|shoot|murder) (?:him|her|them|(?:my|this|that) \p{L}+)[^.!?]{0,40}(?:bought|have|got|carry|carrying) (?:already )?(?:a|the) (?:gun|knife|pistol|machete)(?!\p{L})|(?<!\p{L})(?:umbringen|toten|erschiessen|abknallen)[^.!?]{0,40}(?:messer|waffe|pistole|knarre) (?:schon |bereits |mir |hab\p{L}* ich |ist )*(?:gekauft|besorgt|dabei|eingesteckt|hab ich)|(?<!\p{L})(?:matar|cargarme) (?:a|al) [^.!?]{0,40}(?:compre|he comprado|tengo|llevo) (?:ya )?(?:una pistola|un cuchillo|un arma|la pistola)|(?<!\p{L})(?:tuer|buter|descendre) (?:mon|ma|ce|cette|le|la) [^.!?]{0,40}(?:achete|pris|j'ai) (?:deja )?(?:un flingue|un couteau|une arme|le flingue)|殺(?:したい|す|して)[^。！？!?]{0,25}(?:包丁|ナイフ|銃)[^。！？!?]{0,6}(?:買|用意|持って)/u;

export function announcesViolence(content: string): boolean {
  const { text } = read(content);
  return ANNOUNCED_VIOLENCE.test(text) || ARMED.test(text);
}

/** Threatens to show others what was written or sent. */
const EXTORTS =
  /(?<![\p{L}'])(?:or|otherwise|unless|else|refuse|don'?t)(?!\p{L})[^.!?]{0,50}(?<!\p{L})i(?:'ll| will|'m going to|'m gonna| am going to)? (?:post|send|show|publish|leak|forward|upload|share) (?:our|your|the|those|these|them|all)(?: \p{L}+)? ?(?:messages?|chats?|pics?|pictures?|photos?|nudes?|screenshots?)(?!\p{L})|(?<!\p{L})(?:oder|sonst)(?!\p{L})[^.!?]{0,15}(?<!\p{L})(?:ich )?(?:poste?|schicke?|zeige?|veroffentliche?|stelle?|teile?) (?:ich )?(?:unsere?n?|deine?|die|den)(?: \p{L}+)? ?(?:nachrichten|chats?|bilder|fotos|nacktfotos|screenshots|verlauf)(?!\p{L})|(?<!\p{L})o (?:si no )?(?:publico|subo|mando|ensen[oa]|paso|difundo|comparto|cuelgo) (?:nuestros|nuestras|tus|los|las)(?: \p{L}+)? ?(?:mensajes|chats?|fotos|capturas|conversaciones)(?!\p{L})|(?<!\p{L})(?:ou|sinon) (?:alors )?(?:je |j')?(?:poste|balance|publie|envoie|montre|partage|diffuse|mets) (?:nos|tes|les)(?: \p{L}+)? ?(?:messages?|photos?|nudes?|captures?|conversations?|discussions?)(?!\p{L})|(?:断る|嫌)なら[^。！？!?]{0,20}(?:写真|画像|トーク|やりとり)[^。！？!?]{0,15}(?:見せる|送る|ばらまく|晒す|さらす|公開|流す)/u;
/** Pictures of these are shown in fun. */
const OF_A_PET =
  /(?<!\p{L})(?:dog|cat|puppy|kitten|holiday|hund|katze|urlaub|perr[oa]|gat[oa]|chien|chat|vacances)(?!\p{L})|犬|猫|旅行/u;

export function extorts(content: string): boolean {
  const { text } = read(content);
  return EXTORTS.test(text) && !OF_A_PET.test(text);
}

/** The moment that the patterns find, the most urgent first; null for most messages. The classifier is trained with it, so changing it needs new weights. */
export function matchMoment(content: string): Moment | null {
  const comparable = read(content);
  return match(comparable, comparable.text);
}

/** As `matchMoment`, without titles and what is done against suicide. */
export function matchMeantMoment(content: string): Moment | null {
  const comparable = read(content);
  return match(comparable, comparable.text.replace(ABOUT_SUICIDE, ' '));
}

function match(comparable: ReturnType<typeof toComparable>, told: string): Moment | null {
  if (UNMISTAKABLE.test(told)) return 'self_harm';
  const text = withoutInnocent(told).replace(DENIED, ' ');
  const fits = (moment: Moment) => (moment === 'scam' ? mentionsMoney(comparable) : PATTERNS[moment].test(text));
  return [...HARD_MOMENTS, ...TURNING_POINTS].find(fits) ?? null;
}
