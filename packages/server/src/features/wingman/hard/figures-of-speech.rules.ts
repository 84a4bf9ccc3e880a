import { toComparable } from '../../../core/text/message-text.rules.ts';

/** "4-1", "5 a 0", "drei zu null", "0対8", and nothing that counts people or times. */
const COUNT =
  '(?:\\d{1,2}|null|nil|zero|one|two|three|four|five|six|seven|eight|zwei|drei|vier|funf|sechs|sieben|acht)';
const SCORE = `(?<![\\p{L}\\d:/.-])${COUNT}(?: ?[-–:] ?| a | to | zu )${COUNT}(?![\\d:/])(?!-?[ \\p{L}]{0,14}(?:times?|people|persons?|days|years?|months?|weeks?|hours?|uhr|mal|leute|tage|jahre|personas|veces|dias|anos|meses|horas|personnes|fois|jours|ans|mois|heures)(?!\\p{L}))|(?<!\\d)\\d{1,2} ?(?:対|-) ?\\d{1,2}(?![\\d人回日年歳時])`;
const BEATEN = [
  "(?<![\\p{L}'])(?:kill|murder|slaughter|destroy|massacre|hammer|annihilate|thrash|crush|batter|demolish|beat)(?:ed|en)? (?:me|us|them)",
  "(?<![\\p{L}'])(?:we|i)(?:'ve| have)? (?:just |absolutely |completely |totally )*(?:got|were|was|been) (?:just |absolutely |completely |totally )*(?:killed|murdered|slaughtered|destroyed|massacred|hammered|annihilated|thrashed|crushed|battered|demolished|beaten)",
  '(?<!\\p{L})(?:uns|mich|wir (?:sind|wurden|haben)|ich (?:bin|wurde))(?: \\p{L}+){0,3} (?:vernichtet|zerstort|abgeschlachtet|umgebracht|massakriert|zerlegt|abgeschossen|geschlagen|verprugelt|hingerichtet|gekillt|fertiggemacht)(?: worden)?',
  '(?<!\\p{L})(?:nos|me) (?:han |ha )?(?:mat(?:aron|ado|o)|masacr(?:aron|ado|o)|destroz(?:aron|ado|o)|asesin(?:aron|ado|o)|aniquil(?:aron|ado|o)|aplast(?:aron|ado|o)|destruyeron|destruido|golearon|liquid(?:aron|ado|o)|revent(?:aron|ado|o))',
  "(?<!\\p{L})(?:(?:on s'est|je me suis) fait (?:\\p{L}+ )?(?:massacrer|tuer|exploser|detruire|demolir|ecraser|assassiner|defoncer)|(?:ils|elles) nous ont (?:\\p{L}+ )?(?:massacr|tu|explos|detruit|demoli|ecras|assassin|defonc)\\p{L}*)",
  '(?:殺|ボコボコに|ぼこぼこに|フルボッコに|ボコ)(?:され|られ)(?:ました|た)?|惨殺され(?:ました|た)|虐殺され(?:ました|た)',
].join('|');
const BEATEN_WITH_SCORE = `(?:${BEATEN})[^.!?。！？]{0,40}(?:${SCORE})|(?:${SCORE})[^.!?。！？]{0,30}(?:${BEATEN})`;

/** Asks about a match: who was "killed" there lost it. */
const MATCH =
  /(?<!\p{L})(?:match|game|derby|final|tournament|league|spiel|turnier|finale|partido|torneo|tournoi|partie)(?!\p{L})|試合|大会|決勝/u;

/** "He held on to the door as if I was kidnapping him". */
const COMPARED = [
  "(?<!\\p{L})(?:as (?:if|though)|like) (?:i|we)(?:'d| had| was| were)? (?:been )?(?:kidnap|abduct|rob|murder|kill|tortur|execut)\\p{L}*(?: (?:him|her|it|them|someone|somebody))?|(?<!\\p{L})(?:as (?:if|though)|like) (?:he|she|it|they)(?:'d| was| were) (?:being )?(?:kidnapped|abducted|held hostage)",
  '(?<!\\p{L})als (?:ob |wurden? |hatten? |wollten? )*(?:ich|wir)(?: \\p{L}+){0,3} (?:entfuhr|uberfall|umbring|foltern)\\p{L}*(?: (?:wurden?|wollten?|hatten?))?|(?<!\\p{L})als (?:ob |wurde |ware )*(?:er|sie|es|man)(?: (?:ihn|sie|es|gerade|selbst))* (?:entfuhr\\p{L}*|gekidnappt)(?: (?:worden|wurde|werden))?',
  '(?<!\\p{L})como si (?:yo )?(?:l[oae]s?|se l[oae]s?) (?:estuvier\\p{L}+|fuer\\p{L}+ a|quisier\\p{L}+|hubier\\p{L}+) (?:secuestr|rapt|atrac)\\p{L}*|(?<!\\p{L})como si (?:yo )?l[oa]s? (?:estuviera|fuera a) (?:matando|matar|asesinando)',
  "(?<!\\p{L})comme si (?:je|j'allais|on|j'etais en train de)(?: (?:l[ae]|les|l'|allais|etais|etait|voulais|en train de))* ?'?(?:l')?(?:kidnapp|enlev|sequestr|tu(?:ais|er(?!\\p{L}))|assassin|tortur)\\p{L}*|(?<!\\p{L})comme s'(?:il|elle)s? (?:etai(?:t|ent)|se faisai(?:t|ent)) (?:en train de se faire )?(?:kidnapp|enlev|sequestr)\\p{L}*",
  '(?:誘拐|拉致)(?:され(?:てる|ている|る|た)|して(?:る|いる)|し)?(?:みたい|かのよう|ような?気)',
].join('|');

/** "He looks as if he wanted to kill me", of an animal. */
const LOOKS_LIKE_MURDER = [
  "(?<!\\p{L})(?:as (?:if|though)|like) (?:he|she|it|they)(?:'s|'d|'re)?(?: (?:is|are|was|were|would|wants?|wanted|plans?|planned|plotting|planning|to|going|about|gonna))* (?:kill|murder|eat|strangle|smother)(?:ing)? (?:me|us)",
  '(?<!\\p{L})als (?:ob )?(?:(?:wollte|wurde|mochte|will) )?(?:er|sie|es)(?: (?:mich|uns|gleich|jetzt|am liebsten|im schlaf))+ (?:umbringen|toten|ermorden|fressen|erwurgen|killen)(?: (?:wollte|wurde|mochte|will|wollen))?',
  '(?<!\\p{L})como si (?:(?:me|nos) (?:quisier|quisies|fuer|estuvier)\\p{L}+(?: a)? (?:matar|asesinar|comer|matando)|(?:quisier|quisies|fuer)\\p{L}+(?: a)? (?:matar|asesinar|comer)(?:me|nos))',
  "(?<!\\p{L})comme s'(?:il|elle)s? (?:voulai(?:t|ent)|allai(?:t|ent)) (?:me |nous |m')(?:tuer|assassiner|egorger|bouffer|manger|etrangler)",
  '(?:私|俺|僕|わたし|飼い主)?(?:のこと)?(?:を)?(?:殺(?:したい|しそう|す|してやる|しにかかる)|食い殺す)(?:とでも言い)?(?:みたいな|ような|ぞって|ぞという|って|かのような)[^。！？]{0,4}(?:目|顔|表情)',
].join('|');
const ANIMAL =
  /(?<!\p{L})(?:cats?|kitten|kitty|tomcat|dogs?|puppy|parrot|rabbit|bunny|hamster|gerbil|goose|geese|llama|alpaca|goat|chicken|rooster|horse|pony|tortoise|lizard|katze\p{L}*|kater\p{L}*|katzchen|hund(?:e|en|in)?|welpe|papagei|wellensittich|kaninchen|hase|gans|lama|ziege|huhn|hahn|pferd|pony|schildkrote|gat[oa]s?|gatit[oa]|perr[oa]s?|cachorro|loro|conejo|cabra|gallo|gallina|caballo|tortuga|chats?|chatte|chaton|chien(?:ne)?s?|chiot|perroquet|lapin|oie|chevre|coq|poule|cheval|tortue)(?!\p{L})|猫|ネコ|ねこ|犬|子猫|子犬|ワンちゃん|うさぎ|ウサギ|インコ|オウム|ハムスター|ヤギ|鶏|馬|亀/u;
/** Beside one of these nobody knows whose look it is. */
const PARTNER =
  /(?<!\p{L})(?:husband|wife|boyfriend|girlfriend|partner|ex|dad|father|mum|mom|mother|brother|uncle|guy|man|mann|frau|freund(?:in)?|vater|papa|mutter|mama|bruder|onkel|typ|kerl|marido|mujer|novi[oa]|pareja|padre|madre|hermano|tio|hombre|mari|femme|copain|copine|conjoint|pere|mere|frere|oncle|mec|homme)(?!\p{L})|夫|妻|旦那|彼氏|彼女|元カレ|父|母|兄|弟|男/u;

/** Only this is exaggerated daily, and only of these people. */
const COLLEAGUE = {
  en: '(?:boss|manager|colleague|coworker|flatmate|roommate|housemate|brother|sister|neighbou?r|landlord|teacher|cat|dog)',
  de: '(?:chef(?:in)?|kolleg(?:en|in)|mitbewohner(?:in)?|bruder|schwester|nachbar(?:n|in)?|vermieter(?:in)?|katze|kater|hund)',
  es: '(?:jef[ea]|companer[oa]|herman[oa]|vecin[oa]|caser[oa]|gat[oa]|perr[oa])',
  fr: '(?:chef(?:fe)?|patronn?e?|collegue|coloc(?:ataire)?|frere|soeur|voisine?|proprio|chat|chien)',
  ja: '(?:上司|部長|課長|社長|店長|同僚|先輩|兄|姉|弟|妹|隣人)',
} as const;
/** What one is annoyed about at work and at home. */
const EVERYDAY =
  '(?:rotas?|shifts?|schedules?|meetings?|deadlines?|overtime|weekend|emails?|dishes|washing|milk|cheese|fridge|yogh?urts?|music|drums|trumpet|leaf blower|printer|spoilers?|dienst\\p{L}*|schicht\\p{L}*|\\p{L}*plan|uberstunden|feierabend|wochenende|termin|sitzung|mails?|abwasch|geschirr|milch|kase|kuhlschrank|joghurt|musik|schlagzeug|laubblaser|drucker|turnos?|horarios?|reunion(?:es)?|horas extra|finde|fin de semana|correos?|platos|leche|queso|nevera|yogur(?:es)?|musica|bateria|trompeta|impresora|planning|horaires?|reunions?|heures sup\\p{L}*|week-?end|vaisselle|lait|fromage|frigo|yaourts?|musique|batterie|trompette|imprimante)(?!\\p{L})';
const AGAIN =
  '(?<!\\p{L})(?:again|(?:schon|mal) wieder|wieder|otra vez|de nuevo|ha(?:n)? vuelto a|volvio a|encore|de nouveau)(?!\\p{L})';
const EVERYDAY_REASON = `[^.!?]{0,60}(?:${AGAIN}[^.!?]{0,60}${EVERYDAY}|(?<!\\p{L})${EVERYDAY}[^.!?]{0,60}${AGAIN})`;
const THREAT_IN_FUN = [
  `(?<![\\p{L}'])(?:i'?m (?:going to|gonna)|i'?ll|i will|i could|i want to) (?:actually |honestly |literally )?(?:kill|murder|strangle) my ${COLLEAGUE.en}(?!\\p{L})`,
  `(?<!\\p{L})ich (?:bring\\p{L}*|konnte|konnt) (?:noch )?meinen? ${COLLEAGUE.de} um(?:bringen)?(?!\\p{L})`,
  `(?<!\\p{L})(?:voy a|quiero) (?:matar|estrangular) a mi ${COLLEAGUE.es}(?!\\p{L})|(?<!\\p{L})mato a mi ${COLLEAGUE.es}(?!\\p{L})`,
  `(?<!\\p{L})(?:je vais|j'vais|je veux) (?:tuer|etrangler) (?:mon|ma) ${COLLEAGUE.fr}(?!\\p{L})`,
]
  .map((threat) => `(?:${threat})${EVERYDAY_REASON}`)
  .concat(
    `${COLLEAGUE.ja}(?:を|、|)(?:殺したい|殺す|〇す)[^。！？!?]{0,15}また[^。！？!?]{0,20}(?:シフト|残業|会議|予定|メール|冷蔵庫|牛乳|皿|音楽)[^。！？!?]{0,15}`,
  )
  .join('|');
/** Somebody who speaks of a weapon, of waiting for somebody or of meaning it has more than an everyday reason. */
const IN_EARNEST =
  /(?<!\p{L})(?:serious(?:ly)?|mean it|for real|not (?:joking|kidding)|knife|gun|weapon|bat|axe|hammer|poison|tonight|waiting for|where (?:he|she) (?:lives|parks)|last time|swear|ernst\p{L}*|schwor\p{L}*|messer|waffe|pistole|axt|gift|kein (?:witz|spass|scherz)|heute (?:abend|nacht)|warte (?:auf|schon)|auflauern|wo (?:er|sie) wohnt|en serio|va en serio|no es broma|juro|cuchillo|pistola|arma|esta noche|lo espero|la espero|donde vive|serieu\p{L}*|pour de vrai|je (?:te )?jure|couteau|arme|flingue|ce soir|l'attends|ou (?:il|elle) habite)(?!\p{L})|本気|マジで|包丁|ナイフ|今夜|待ち伏せ|家は?知って/u;

/** A year at school since which, or in which, something was so, long ago. */
const SCHOOL_ONCE = [
  '(?<!\\p{L})(?:since|back in|when i was in) (?:the )?(?:(?:\\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?:grade|class|form)|year (?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)|(?:primary|elementary|middle|high|secondary) ?school|kindergarten)',
  '(?<!\\p{L})(?:(?:schon )?seit|damals in) (?:der )?(?:(?:\\d{1,2}\\.?|ersten|zweiten|dritten|vierten|funften|sechsten|siebten|achten|neunten|zehnten) klasse|grundschule|schulzeit|kindergarten)|(?<!\\p{L})in der (?:\\d{1,2}\\.?|ersten|zweiten|dritten|vierten|funften|sechsten|siebten|achten|neunten|zehnten) klasse (?:war|hatte|wurde|musste|durfte)(?:n|st)?(?!\\p{L})|(?<!\\p{L})als ich (?:noch )?in der (?:\\p{L}+|\\d{1,2}\\.?) klasse war',
  '(?<!\\p{L})(?:desde|cuando (?:yo )?(?:estaba|iba) (?:en|a)) (?:el |la |los )?(?:(?:primero|segundo|tercero|cuarto|quinto|sexto|\\d[oº]?) de (?:primaria|(?:la )?eso|bachillerato|secundaria)|primaria|(?:el )?colegio|(?:la )?escuela|(?:el )?instituto|(?:la )?secundaria)(?!\\p{L})',
  "(?<!\\p{L})(?:depuis|quand j'etais en|quand j'etais au) (?:la |le |l')?(?:(?:sixieme|cinquieme|quatrieme|troisieme|seconde|premiere|terminale|6e|5e|4e|3e|6eme|5eme|4eme|3eme)(?! (?:semaine|fois|annee|rang|heure))|college|lycee|primaire|maternelle|ecole primaire|cp|ce1|ce2|cm1|cm2)(?!\\p{L})",
  '(?:(?:小|中|高)(?:学校?|校)?の?[1-6一二三四五六](?:年生?)?|小学校|中学校?|高校)(?:生)?(?:の?(?:頃|ころ|時|とき)|から(?:ずっと|の|やって|続け|吹|弾|習|、)|以来)',
].join('|');

/** "Sixty-seven years old" in Japanese, which ends with the characters of "seven years old". */
const GROWN_UP = '(?:[二三四五六七八九]十[一二三四五六七八九]?|十[八九])(?:歳|才)';

/** "You can't be serious", alone: astonished, and not hurt. */
const ASTONISHED =
  "^[^\\p{L}]*(?:(?:oh|ah|nein|no|non|haha|what|was|wait)[ ,!?.…]+)*(?:(?:you(?:'re| are)|ur|you) (?:not |can'?t be |cannot be )?(?:serious|kidding|joking)(?: me)?|you (?:can'?t|cannot) be serious|(?:das ist |das ist doch |ist das )?nicht dein ernst|(?:ist das )?dein ernst|no (?:me digas|puede ser|hablas en serio)|(?:lo dices|hablas|va) en serio|(?:t'es|tu es|t) (?:pas )?serieu(?:x|se)|(?:c'est )?pas possible|sans (?:blague|dec)|嘘(?:でしょう?|だろ)|うそでしょ|冗談でしょ|マジ(?:で|か)|本気)[^\\p{L}]*$";

/** What dies, is killed or gets a burial in fun. */
const THINGS = {
  en: '(?:sourdough|starter|yeast|plants?|cactus|basil|orchid|tomato(?:es)?|houseplants?|succulents?|phone|laptop|tablet|battery|kettle|toaster|fridge|boiler|printer|diet|motivation|will to live|dignity|social life)',
  de: '(?:sauerteig|hefe|pflanzen?|kaktus|basilikum|orchidee|tomaten?|sukkulenten?|handy|laptop|akku|wasserkocher|toaster|kuhlschrank|drucker|diat|motivation|lebenswille|wurde|sozialleben)',
  es: '(?:masa madre|levadura|plantas?|cactus|albahaca|orquidea|tomates?|suculentas?|movil|celular|portatil|bateria|tostadora|nevera|impresora|dieta|motivacion|ganas de vivir|dignidad|vida social)',
  fr: '(?:levain|levure|plantes?|cactus|basilic|orchidee|tomates?|telephone|portable|ordi|batterie|grille-pain|frigo|imprimante|regime|motivation|volonte de vivre|dignite|vie sociale)',
  ja: '(?:ぬか床|天然酵母|植物|サボテン|バジル|トマト|スマホ|携帯|パソコン|充電|冷蔵庫|プリンター|ダイエット|やる気|生きる気力|社会性)',
} as const;
const WITHOUT_LIFE = [
  `(?<!\\p{L})(?:my|our|the) ${THINGS.en}(?: \\p{L}+){0,3} (?:died|is dead|has died|passed away|is no more)(?!\\p{L})(?:[^!?]{0,50}(?:funeral|burial|buried|service|wake))?`,
  `(?<!\\p{L})(?:mein\\p{L}*|unser\\p{L}*|der|die|das) ${THINGS.de}(?: \\p{L}+){0,3} (?:gestorben|tot|verstorben|eingegangen)(?!\\p{L})(?:[^!?]{0,50}(?:beerdig\\p{L}*|begraben|trauerfeier|beigesetzt))?`,
  `(?<!\\p{L})(?:se me|se nos) (?:ha )?(?:murio|muerto|murieron|fue) (?:el|la|las|los|mi|mis) ${THINGS.es}(?:[^!?]{0,50}(?:entierro|funeral|enterr\\p{L}*|velorio))?`,
  `(?<!\\p{L})(?:mon|ma|mes|notre|le|la|les) ${THINGS.fr}(?: \\p{L}+){0,3} (?:mort|morte|morts|mortes|decede|decedee)(?!\\p{L})(?:[^!?]{0,50}(?:enterr\\p{L}*|obseques|funerailles))?`,
  `${THINGS.ja}(?:が|、|も)?[^。！？!?]{0,6}(?:死ん|死に|なくな|亡くな)(?:だ|で|った|りました|だので|じゃった)?(?:[^。！？!?]{0,15}(?:埋葬|葬式|葬儀)(?:した|しました)?)?`,
].join('|');

/** A burial in a story, the music that somebody chooses for their own, and what is hidden rather than buried. */
const NO_BURIAL = [
  '(?<!\\p{L})(?:funeral|burial) (?:scene|playlist|episode)|(?<!\\p{L})bur(?:y|ied) (?:the hatchet|(?:my|his|her|your|our) (?:phone|keys|face|nose|head|feet|treasure)|in (?:work|marking|paperwork|emails|laundry|books))(?!\\p{L})',
  '(?<!\\p{L})(?:beerdigungsszene|(?:beerdigung|begrabnis)(?:s?szene)? (?:im|in (?:dem|diesem|der)) (?:film|serie|folge|buch)|musik fur (?:ihre|seine|meine)(?: eigene)? beerdigung)(?!\\p{L})',
  '(?<!\\p{L})(?:escena del? (?:funeral|entierro|velorio)|musica de su (?:funeral|entierro))(?!\\p{L})',
  "(?<!\\p{L})(?:scene d(?:e l'|')(?:enterrement)|musique de son enterrement|scene des (?:funerailles|obseques))(?!\\p{L})",
  '(?:映画|ドラマ|アニメ|漫画|ゲーム)の(?:お)?(?:葬式|葬儀)(?:の)?シーン|自分の(?:お)?葬式の曲',
].join('|');

/** Animals, small children and household goods that attack, rob or hold somebody. */
const ATTACKER = {
  en: '(?:seagulls?|gulls?|goose|geese|swans?|cats?|kittens?|wasps?|bees?|pigeons?|squirrels?|ducks?|crows?|mosquito(?:e?s)?|toddlers?|baby|hedge|printer|duvet|blanket)',
  de: '(?:mowen?|gans|gansen|schwan|katzen?|wespen?|bienen?|tauben?|eichhornchen|enten?|krahen?|mucken?|kleinkind|baby|hecke|drucker|decke)',
  es: '(?:gaviotas?|gansos?|ocas?|cisnes?|gat[oa]s?|avispas?|abejas?|palomas?|ardillas?|patos?|cuervos?|mosquitos?|bebe|impresora|manta)',
  fr: '(?:mouettes?|goelands?|oies?|cygnes?|chat(?:te)?s?|guepes?|abeilles?|pigeons?|ecureuils?|canards?|corbeaux?|moustiques?|bebe|imprimante|couette)',
  ja: '(?:カモメ|ガチョウ|白鳥|猫|ネコ|子猫|ハチ|蜂|鳩|ハト|リス|カラス|鹿|シカ|猿|サル|蚊|二歳児|赤ちゃん|こたつ|布団|睡魔)',
} as const;
const ATTACKED = [
  `(?<!\\p{L})(?:attacked|mugged|robbed|assaulted|ambushed|kidnapped|held hostage|bullied|murdered|stabbed|beaten up) by (?:a |an |the |my |some |two |three |angry |\\p{L}+ ){0,2}${ATTACKER.en}(?!\\p{L})`,
  `(?<!\\p{L})von (?:eine[mr] |der |dem |meine[mr] |zwei |drei |\\p{L}+en )*${ATTACKER.de} (?:\\p{L}+ )?(?:uberfallen|angegriffen|ausgeraubt|entfuhrt|verprugelt|attackiert|verletzt)(?!\\p{L})`,
  `(?<!\\p{L})me (?:ha |han )?(?:atac|atrac|asalt|secuestr|agred|rob)\\p{L}* (?:una?|dos|tres|la|el|mi) ${ATTACKER.es}(?!\\p{L})`,
  `(?<!\\p{L})(?:agresse|attaque|braque|kidnappe|vole|tabasse)e?s? par (?:une?|deux|trois|le|la|mon|ma) ${ATTACKER.fr}(?!\\p{L})|(?<!\\p{L})pris(?:e|es)? en otage par (?:une?|le|la|mon|ma) ${ATTACKER.fr}(?!\\p{L})`,
  `${ATTACKER.ja}(?:と[^。、]{1,4})?に(?:襲われ|攻撃され|監禁され|殴られ|殺され|人質に(?:とら|取ら)れ)(?:て(?:ます|る|います)?|た|ました)?`,
].join('|');

/** "You will give me a heart attack". */
const SHOCKED = [
  "(?<![\\p{L}'])(?:give|gave|giving|gives) (?:me|him|her|us|them|my \\p{L}+)(?: \\p{L}+)? (?:a )?heart attack|(?<!\\p{L})(?:nearly|almost) had a heart attack (?:when|at|over|because)",
  '(?<!\\p{L})(?:fast|beinahe|halber|halben) (?:einen )?(?:herzinfarkt|herzkasper) (?:bekommen|gekriegt|gehabt)',
  '(?<!\\p{L})(?:matar|matas|mato|mata) de un infarto|(?<!\\p{L})casi me da un infarto',
  "(?<!\\p{L})(?:failli|manque) (?:de )?(?:faire|avoir) un(?:e)? (?:infarctus|crise cardiaque|attaque)(?! (?:l'an|en \\d|il y a))",
  '心臓(?:が)?止まるかと思|心臓に悪い',
].join('|');

/** Only what these would say of a small matter is in fun: others may mean it. */
const WOULD_KILL_ME =
  '(?<!\\p{L})meine? (?:schwester|beste freundin|chefin?|kollegin|mitbewohnerin|lektorin|trainerin|oma) (?:wurde?|wird) mich (?:umbringen|killen|erwurgen|toten),? wenn ich (?:dir|euch) ';

/** Half of a bill among two who ate together. */
const SHARED_BILL =
  '(?<!\\p{L})(?:dessert|dinner|pizza|coffee|drinks?|popcorn|nachtisch|essen|kaffee|getranke|postre|cena|canas|cafe|copas|resto|cine)(?!\\p{L})[^.!?]{0,30}(?:paypal|venmo|bizum|lydia|twint|revolut)(?!\\p{L})|(?:デザート|ごはん|ご飯|コーヒー|飲み|ピザ)代?は?(?:paypay|ペイペイ)(?:で)?';

const compile = (...patterns: string[]) => new RegExp(patterns.join('|'), 'gu');
const ANYWHERE = [COMPARED, SCHOOL_ONCE, GROWN_UP, ASTONISHED, WITHOUT_LIFE, NO_BURIAL, ATTACKED, SHOCKED, SHARED_BILL];
const FIGURES = compile(BEATEN_WITH_SCORE, ...ANYWHERE);
const FIGURES_OF_A_MATCH = compile(BEATEN, BEATEN_WITH_SCORE, ...ANYWHERE);
const LOOKS = compile(LOOKS_LIKE_MURDER);
const FUN = compile(THREAT_IN_FUN, WOULD_KILL_ME);

/**
 * A message as something hard is looked for in it: without what is only said so, which needs more than a word to be recognised; unchanged
 * where there is none. The features of the classifier do not depend on it, so it can be changed without new weights.
 * @param before what the other side wrote before it
 */
export function withoutFigures(content: string, before = ''): string {
  const { text } = toComparable(content.slice(0, READ_MAX_CHARS));
  const asked = toComparable(before.slice(0, READ_MAX_CHARS)).text;
  const without = text.replace(MATCH.test(asked) ? FIGURES_OF_A_MATCH : FIGURES, ' ');
  const isOfAnimal = (ANIMAL.test(text) || ANIMAL.test(asked)) && !PARTNER.test(text) && !PARTNER.test(asked);
  const rest = isOfAnimal ? without.replace(LOOKS, ' ') : without;
  const read = IN_EARNEST.test(rest) ? rest : rest.replace(FUN, ' ');
  return read === text ? content : read + content.slice(READ_MAX_CHARS);
}

/** Longer messages are read up to here, so that no text takes long. */
const READ_MAX_CHARS = 2_000;
