import type { Language } from '@soulsight/affinity/languages';

/** How a language speaks of meeting. Matched in lower-case text with its accents. */
export type PlanWords = {
  day: string;
  time: string;
  /** A place that two people can meet at, with its preposition. */
  place: string;
  /** Names a week: a day beside it may be another one than the next of its name. */
  week: string;
  /** Proposes to meet without naming a day. */
  invite: string;
  /** Speaks of the past: a day in it is not a proposal. */
  past: string;
  yes: string;
  no: string;
  /** Leaves the day, the hour or the place to the reader, so that yes is not an answer. */
  asksWhen: string;
  /** Asks what the reader does on a day, which need not be an invitation. */
  asksPlans: string;
  /** Asks whether what was agreed still stands. */
  stands: string;
  /** Offers a part of what was proposed, or something else: "choir till nine, afterwards gladly". */
  partly: string;
  /** Declines what was proposed, whenever it would be: out of fear, for health, or for lack of interest. */
  notOfTime: string;
  /** In the part of a sentence with these words, a day is that on which something is open. */
  openingHours: string;
  /** In the part of a sentence with these words, an hour is one of work or of a show, and not of a meeting. */
  otherHour: string;
  /** A day or an hour after these words is what is given up. */
  insteadOf: string;
  /** What has its own date, which nobody moves. */
  event: string;
};

const SPOTS = {
  en: 'garden|gardens|park|caf[eé]|coffee shop|museum|gallery|cinema|theatre|theater|station|lake|beach|restaurant|bar|pub|market|library|zoo|harbou?r|bridge|square|bakery|bookshop|river',
  de: 'garten|park|caf[eé]|museum|galerie|kino|theater|bahnhof|see|strand|restaurant|bar|kneipe|markt|bibliothek|zoo|hafen|brücke|platz|biergarten|fluss',
  es: 'jardín|jardín botánico|parque|café|cafetería|museo|galería|cine|teatro|estación|lago|playa|restaurante|bar|mercado|biblioteca|zoo|puerto|puente|plaza|río',
  fr: 'jardin|jardin botanique|parc|café|musée|galerie|cinéma|théâtre|gare|lac|plage|restaurant|bar|marché|bibliothèque|zoo|port|pont|place|rivière',
} as const;

export const PLAN_WORDS: Record<Language, PlanWords> = {
  en: {
    day: '(?:(?:next|this|on) )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: after next)?(?: (?:morning|midday|lunchtime|afternoon|arvo|evening|night))?|tomorrow(?: (?:morning|midday|lunchtime|afternoon|arvo|evening|night))?|tonight|this weekend|next week(?:end)?',
    time: '(?:at|around|about|from) (?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]m)?|noon|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: o.clock)?(?![\\p{L}\\d])',
    place: `(?:at|in|by) the (?:\\p{L}+ ){0,2}(?:${SPOTS.en})(?!\\p{L})`,
    week: 'the\\s+after|next(?! (?:to|door))|(?:after|the) next|w(?:ee)?ks?|fortnight|the one after|following|other',
    invite:
      "shall we|should we|(?:do|would) you (?:want|like) to (?:go|meet|grab|come|get|join|see)|let's|lets |want to (?:meet|grab|go|join)|fancy (?:a|going|meeting)|how about (?:a |we |meeting|going)|we (?:should|could) (?:meet|go|grab|get)|can we meet|are you free|care to join|beach \\p{L}+\\?",
    past: 'how was|did you|was (?:great|nice|good|fun|lovely)|last (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week)|on friday i |died|went|yesterday',
    yes: "yes|yeah|yep|sure|of course|sounds (?:good|great|lovely|perfect|fun)|i'd love|would love|perfect|deal|i'm in|count me in|see you (?:then|there)|works for me|gladly|it's a date",
    no: "can't|cannot|can not|not (?:this|that|on|today|tomorrow)|busy|unfortunately|sorry,? (?:but )?i|won't make it|another (?:day|time)|rain check|have to work|don't have time|maybe (?:next|another)",
    asksWhen:
      'when(?! (?:i|we|you|it|they|he|she|my|the)\\b)|when (?:do|are|can|could|would|will|shall|should|is|works?|suits?)|where|what (?:time|day)|which (?:day|one)',
    asksPlans:
      'what(?: are|.re| r)? (?:you|u|ya) (?:doing|up to)|any plans|(?:you|u|ya) (?:doing|up to) (?:anything|something|much)|got (?:any )?plans|your plans',
    stands:
      'still on|still (?:good|ok|okay|happening|stand|up) for|(?:we|it|that).{0,12} still (?:good|on|happening|ok|okay)|confirm\\p{L}*',
    partly:
      "afterwards|after (?:that|it|then|work|school|lunch|dinner|\\d+|one|two|three|four|five|six|seven|eight|nine|ten)|before (?:that|then|\\d+)|from (?:\\d+|noon)|later (?:works|is|on|would|that)|a (?:bit|little) later|instead|rather|better|i (?:can|could) (?:do|make|come)|(?:i'd|i would|i could|i can) (?:happily |gladly |still )?(?:meet|join)|could do|(?:but|then) (?:yes|gladly|sure|happily|i'm free|i am free)|free (?:after|from|before)",
    notOfTime:
      "heights?|vertigo|allergic|allergy|allergies|(?:scared|afraid|terrified|frightened) of|phobia|phobic|can't (?:swim|stand|eat|climb|dance|ski|skate|ride)|(?:not|isn't|never)(?: really| quite| exactly)? (?:my (?:thing|cup of tea|scene|style)|for me|into|a (?:big |huge )?fan)|no interest|not interested|don't (?:really )?(?:like|enjoy|drink|eat|do|dance|swim|ski)|hate|hopeless (?:with|at)|(?:i'm |i am )?vegan|vegetarian|makes? me (?:sick|ill|queasy)|my (?:knees?|back|hip)",
    openingHours: 'opens?|open (?:till|until|from)|closes?|closed|shuts?|is shut|opening hours',
    otherHour:
      'starts?|start(?:ing|ed)|begins?|kicks? off|opens?|closes?|ends?|until|till|til|finish(?:es|ed|ing)?|doors|runs|off (?:work )?at|done (?:work )?at|knock off|get (?:in|home|back|up)|lands?|leaves?|asleep|shift',
    insteadOf: 'instead of|rather than',
    event:
      'birthday|party|wedding|concert|gig|festival|show|match|game|fair|premiere|leaving do|farewell|opening|open (?:evening|day)|ceilidh|parade|fireworks|play|quiz|reading|workshop|f[eê]te|market|exhibition|race|marathon|performance|recital|bbq|barbecue',
  },
  de: {
    day: '(?:am )?(?:(?:über)?nächsten |diesen |kommenden )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(?:(?: )?(?:früh|morgen|vormittag|mittag|nachmittag|abend))?|morgen(?: (?:früh|vormittag|mittag|nachmittag|abend))?|übermorgen|heute abend|am wochenende|(?:über)?nächste woche',
    time: '(?:um|gegen|ab) (?:\\d{1,2}(?:[:.]\\d\\d)?(?: uhr)?|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|halb \\p{L}+)(?![\\p{L}\\d])|halb (?:eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)',
    place: `(?:im|am|beim|in der|an der|auf dem) (?:\\p{L}+ ){0,2}\\p{L}*(?:${SPOTS.de})(?!\\p{L})`,
    week: 'übernächste\\p{L}*|nächste[nr]?|wochen?|drauf|darauf|den danach|andere[nrs]?|folgende[nr]?|in (?:acht|vierzehn|14) tagen',
    invite:
      'wollen wir|sollen wir|lass uns|hast du (?:lust|zeit)|haben sie (?:lust|zeit)|magst du (?:mit|kommen)|möchtest du (?:mit|was|einen)|treffen wir uns|können wir uns|gehen wir|kommst du mit|see\\?|was trinken',
    past: 'wie war|warst du|war (?:toll|schön|super|gut)|letzten|gestern|gestorben|ich war|gewesen',
    yes: 'ja|klar|gerne?|sehr gern|passt|abgemacht|super|perfekt|bin dabei|freu(?:e)? mich|auf jeden fall|klingt (?:gut|super|toll|schön)|bis (?:dann|samstag|sonntag|freitag|morgen)',
    no: 'kann (?:da |leider )?nicht|leider|geht nicht|klappt nicht|keine zeit|muss arbeiten|ein ander(?:es|mal)|schaffe? (?:es )?(?:ich )?nicht|schon was vor',
    asksWhen: 'wann|wo|wohin|um wie ?viel|welche[rnm]? tag|was (?:passt|geht)',
    asksPlans: 'was (?:machst|machen|treibst) (?:du|sie)|(?:schon )?was vor|was hast du (?:\\p{L}+ )?vor|deine pläne',
    stands:
      "steht (?:das |es |unser \\p{L}+ )?noch|(?:steht|bleibt es|bleibts|bleibt's) (?:bei|dabei)|noch aktuell|passt (?:das |es )?(?:noch|weiterhin)",
    partly:
      'lieber|besser|danach|anschließend|nachher|hinterher|davor|vorher|stattdessen|dafür|(?:ab|nach|erst um|erst ab|gegen) (?:\\d+|halb|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|der|dem)|(?:ginge|würde gehen|würde passen)|aber (?:sehr )?gern|dann (?:sehr )?gern|später (?:gern|geht|ginge|passt)',
    notOfTime:
      'höhen\\p{L}*|schwindel\\p{L}*|allergi\\p{L}*|(?:\\p{L}+)?angst (?:vor|in|auf)|flugangst|platzangst|phobie|kann (?:gar |leider |überhaupt )?nicht (?:schwimmen|klettern|tanzen|skaten|reiten|ski)|nicht (?:so |ganz |wirklich )?(?:mein(?:s| ding| fall)|meine (?:welt|sache))|nichts für mich|kein(?:e|en)? (?:interesse|fan|freund(?:in)?)|mag (?:ich )?(?:kein\\p{L}*|leider nicht|nicht)|hasse|vertrage?|trinke (?:ich )?(?:kein\\p{L}*|nicht)|esse (?:ich )?(?:kein\\p{L}*|nicht)|vegan\\p{L}*|vegetari\\p{L}*|wird mir (?:schlecht|übel)|(?:knie|rücken|hüfte) (?:macht|machen)',
    openingHours:
      'öffnet|offen|geöffnet|macht (?:\\p{L}+ ){0,4}(?:auf|zu)|schließt|hat (?:\\p{L}+ ){0,4}(?:auf|zu|offen|geschlossen)|öffnungszeiten',
    otherHour:
      'beginnt|fängt|fangen|los|startet|öffnet|macht|schließt|endet|bis|einlass|feierabend|schluss|frei|raus|fertig|aufsteh\\p{L}*|steh auf|schicht|dienst|arbeite|zurück',
    insteadOf: '(?:an)?statt(?: am)?',
    event:
      'geburtstag\\p{L}*|party|\\p{L}*feier|hochzeit|\\p{L}*konzert|festival|\\p{L}*fest|show|\\p{L}*spiel|messe|premiere|abschied\\p{L}*|ausstand|eröffnung|\\p{L}*markt|lesung|\\p{L}*lauf|aufführung|vorstellung|kirmes|umzug|feuerwerk|vernissage|turnier|quiz|\\p{L}*börse',
  },
  es: {
    day: '(?:el |este |el próximo )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)(?: (?:que viene|siguiente|próximo))?(?: por la (?:mañana|tarde|noche))?|(?<!(?:por|de) la )mañana(?: por la (?:mañana|tarde|noche))?|pasado mañana|esta (?:noche|tarde)|este fin de semana|la semana que viene',
    time: '(?:a las|sobre las|hacia las) (?:\\d{1,2}(?:[:.]\\d\\d)?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y media)?(?![\\p{L}\\d])',
    place: `(?:en el|en la|junto al) (?:\\p{L}+ ){0,1}(?:${SPOTS.es})(?: \\p{L}+)?(?!\\p{L})`,
    week: 'semanas?|el\\s+después(?! del?)|que (?:viene|entra)|siguiente|próximo|subsiguiente|otr[oa]s?|quincena|(?:de|en) (?:ocho|quince|15) días',
    invite:
      'quedamos|nos vemos|vamos a|te apetece|le apetece|quieres (?:ir|venir|quedar|tomar|que)|vienes|podríamos|podemos (?:ir|quedar|vernos)|qué tal si|tomar algo|tomamos|playa \\p{L}+\\?',
    past: 'qué tal (?:fue|el)|cómo fue|fuiste|ayer|pasado|fue (?:genial|bonito)|murió|fui ',
    yes: 'sí|si,|claro|vale|por supuesto|me encantaría|genial|perfecto|hecho|de acuerdo|me apunto|allí (?:estaré|nos vemos)|me parece (?:bien|genial)',
    no: 'no puedo|no me (?:viene|va) bien|imposible|lo siento|otro día|trabajo|no tengo tiempo|quizás? otro|ya tengo planes',
    asksWhen: 'cuándo|cuando (?:puedes|puede|quieres|quiere|te|le)|dónde|adónde|(?:a )?qué (?:hora|día)',
    asksPlans: 'qué (?:haces|hace|hacés|vas a hacer|planes)|tienes planes|algún plan',
    stands:
      'sigue en pie|sigue lo (?:de|del)|seguimos (?:con|quedando)|quedamos (?:igual|en lo mismo)|todavía (?:va|vamos)|al final (?:sí|vamos)',
    partly:
      'mejor|después|luego|más tarde|antes|a partir de|en cambio|en vez de|pero (?:sí|luego|a las|puedo|desde)|desde las|sí (?:puedo|que puedo|me)',
    notOfTime:
      'vértigo|alturas|alergia|alérgic[oa]|(?:me da|tengo|me dan) (?:mucho |un poco de |pánico y )?(?:miedo|pánico|asco|terror)|fobia|no sé (?:nadar|bailar|esquiar|patinar)|no (?:es )?(?:lo mío|mi rollo|para mí)|no me (?:gusta|gustan|va|van|interesa|interesan|atrae|llama)|odio|no (?:bebo|como|bailo)|vegan[oa]|vegetarian[oa]|me mareo|(?:las rodillas|la espalda|la cadera) no',
    openingHours: 'abre|abren|cierra|cierran|cerrado|abierto',
    otherHour:
      'empiez\\p{L}*|comienz\\p{L}*|abren?|cierran?|termin\\p{L}*|acab\\p{L}*|hasta|arranca\\p{L}*|salgo|sale|dura|libro|madrugo|trabajo|curso|turno|llego|vuelvo',
    insteadOf: 'en (?:vez|lugar) del?',
    event:
      'cumple(?:años)?|fiestas?|boda|concierto|festival|función|partido|feria|estreno|despedida|inauguración|verbena|mercadillo|desfile|fuegos|obra|filmoteca|exposición|recital|carrera|asado|carne asada|tocan',
  },
  fr: {
    day: '(?:ce |ce |le )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?: (?:prochain|suivant|en huit|en quinze))?(?: (?:matin|midi|après-midi|aprem|aprèm|soir))?|demain(?: (?:matin|midi|après-midi|aprem|aprèm|soir))?|après-demain|ce (?:soir|week-end)|la semaine prochaine',
    time: '(?:à|vers|dès) (?:\\d{1,2} ?h(?:eures?)?(?: ?\\d\\d)?|midi|(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|seize|dix-sept|dix-huit|dix-neuf|vingt) heures?)(?![\\p{L}\\d])',
    place: `(?:au|à la|dans le|devant le|près du) (?:\\p{L}+ ){0,1}(?:${SPOTS.fr})(?: \\p{L}+)?(?!\\p{L})`,
    week: "semaines?|d'après|prochain|suivant|autre|en (?:huit|quinze|8|15)|(?:dans|sous) (?:huit|quinze|15) jours|(?:celui|celle|\\p{L}+di|dimanche) d'après|quinzaine",
    invite:
      "on (?:se voit|se retrouve|boit|va|pourrait|prend|mange)|tu (?:veux|voudrais) (?:aller|venir|boire|qu'on)|vous voulez|ça te (?:dit|dirait)|ça vous dit|envie d'aller|tu viens|allons|si on (?:allait|se)|un verre|plage \\p{L}+ \\?",
    past: "c'était comment|tu as (?:vu|fait|passé)|hier|dernier|c'était (?:super|bien)|est mort|suis allée?",
    yes: "oui|ouais|bien sûr|avec plaisir|d'accord|parfait|super|volontiers|carrément|ça marche|ça me va|j'en suis|à (?:samedi|dimanche|vendredi|demain)",
    no: 'peux pas|pourrai pas|impossible|désolée?|une autre fois|un autre jour|je travaille|pas (?:libre|dispo)|déjà (?:prise?|quelque chose)|malheureusement',
    asksWhen: 'quand(?! même)|où|(?:à )?quelle heure|quel jour',
    asksPlans: '(?:tu fais|vous faites|fais-tu) quoi|que (?:fais|faites)|(?:de|quelque chose de) prévu|des plans',
    stands:
      "tient toujours|toujours (?:bon|ok|d'accord|partante?|d'actualité|valable)|ça marche toujours|on (?:est|reste) (?:bon|toujours)",
    partly:
      'après|ensuite|plus tard|avant|à partir de|par contre|plutôt|en revanche|dès|mais (?:oui|volontiers|avec plaisir|je peux|je suis libre)',
    notOfTime:
      "vertige|allergi\\p{L}*|(?:j'ai )?peur (?:de|du|des|en)|phobie|phobique|(?:je )?(?:ne )?sais pas (?:nager|danser|skier|grimper)|pas (?:trop |vraiment |du tout )?(?:mon (?:truc|délire|fort)|ma tasse de thé|fan)|pas pour moi|(?:n')?aime pas|déteste|(?:ne )?(?:bois|mange|danse) pas|m'intéresse pas|végan\\p{L}*|végétarien\\p{L}*|(?:me rend|rend) malade|s'est quittés|et moi,? (?:on|ça|c'est)|(?:mes genoux|mon dos|ma hanche)",
    openingHours: 'ouvre\\p{L}*|ferm\\p{L}*|ouvert\\p{L}*',
    otherHour:
      'commenc\\p{L}*|débute\\p{L}*|ouvr\\p{L}*|ferm\\p{L}*|fini\\p{L}*|termin\\p{L}*|jusqu\\p{L}*|démarr\\p{L}*|sors|sort|bosse|travaille|garde|lève|réveil|rentre',
    insteadOf: 'au lieu d[eu]|plutôt que',
    event:
      "anniv(?:ersaire)?|fête|soirée|mariage|concert|festival|spectacle|match|foire|première|pot|vernissage|brocante|vide-grenier|feu d'artifice|pièce|fanfare|salon|expo(?:sition)?|course|marathon|barbecue|bal",
  },
  ja: {
    day: '(?:今週の?|さ?再来週の?|来週の?|次の)?[月火水木金土日]曜日?(?:の(?:朝|昼|午後|夜|夕方))?|明日|明後日|今夜|今晩|週末|さ?再来週|来週',
    time: '(?:午前|午後|夜|朝)?(?:[0-9０-９]{1,2}|[一二三四五六七八九十]{1,2})時(?:半|ごろ|頃)?',
    place:
      '(?:\\p{Script=Han}|\\p{Script=Katakana}|ー){0,4}(?:植物園|公園|カフェ|美術館|博物館|映画館|駅|湖|海|レストラン|居酒屋|市場|図書館|動物園|港|広場|神社|水族館)(?=で|に|へ|、|は)',
    week: '再来週|来週|再(?= )|次の週|その次|翌週|週間後',
    invite:
      '(?:行き|会い|飲み|食べ|し)ませんか|(?:行か|会わ|飲ま|食べ)ない[?？]|(?:行こう|会おう|飲もう)|どう(?:ですか)?[?？]|いかがですか|一緒に(?:行|飲|食)|飲みに|空いて(?:る|いますか)|暇[?？]',
    past: 'どうだった|行った|でした|昨日|先週|ました(?:か)?|亡くな|枯れ',
    yes: 'はい|うん|いいよ|いいですね|いいね|ぜひ|行きます|行きたい|もちろん|喜んで|楽しみ|大丈夫です|了解|オッケー|ok',
    no: '行けない|行けません|無理|ごめん|すみません|都合が悪|忙し|予定が|また今度|仕事が|難しい',
    asksWhen: 'いつ|どこ|何時|何曜|なんじ',
    asksPlans: '何(?:して|する|してる)|予定(?:ある|あり|入って)',
    stands: '予定通り|変わりない|で(?:合って|あって)(?:る|ます)|(?:だよ|です)よね',
    partly:
      'あと(?:なら|で(?:も|よ|い))|後なら|終わ(?:って|った|り)|以降|過ぎ|なら(?:、|ば)?(?:大丈夫|行け|空い|いけ|ok|オッケー|いい|平気|ぜひ|喜んで|会え|間に合)|代わり|かわり|そのあと|その後',
    notOfTime:
      '高所|高いところ|高い所|アレルギー|苦手|怖|こわ|興味(?:が|は)?(?:ない|なく|ありません)|(?:泳げ|踊れ|飲め|食べられ)(?:ない|なく|ません)|好きじゃな|好きではな|嫌い|きらい|酔(?:う|い)やす',
    openingHours: '開(?:い|き|く|店|館)|閉(?:ま|館|店)|休館|定休|営業',
    otherHour:
      '始ま|開演|開場|開店|閉|終わ|まで|スタート|上が|仕事|バイト|起き|寝|帰|から(?:なので|なんで|だから|です(?!か)|だし|ある|あって|の(?:ショー|回|部|上映|ライブ))',
    insteadOf: '(?!)',
    event:
      '誕生日|パーティー|結婚式|ライブ|コンサート|フェス|祭|花火|試合|送別会|発表会|展覧会|演劇|舞台|イベント|朝市|マルシェ|忘年会|新年会|飲み会',
  },
};
