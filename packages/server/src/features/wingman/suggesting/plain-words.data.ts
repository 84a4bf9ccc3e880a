import type { Language } from '@soulsight/affinity/languages';

/** Words that leave no doubt about what a message does, in lower case with its accents. */
export type PlainWords = {
  /** Goes to bed, or wishes a good night. */
  night: string;
  /** The same words for something else: last night, or how somebody slept. */
  notNight: string;
  /** Begins with an apology for a late answer. */
  late: string;
  /** Has achieved something, or been given what was hoped for. */
  success: string;
  /** It is not certain, or not so. */
  doubt: string;
  /** An exam or an interview of their own that is still to come. */
  ahead: string;
  /** Speaks of somebody else, whose exam or success it may be. */
  others: string;
  /** A compliment to the reader. */
  compliment: string;
  /** Takes a compliment back, or goes on to something else. */
  but: string;
  /** Another hour or day than the one that the reader proposed. */
  other: string;
  /** Says that a day does not suit, beside such words. */
  notThen: string;
};

const EN_DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?|tomorrow';
const EN_HOUR =
  '(?:\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]m)?|noon|half \\p{L}+|quarter (?:past|to) \\p{L}+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const DE_DAY =
  '(?:mon|diens|donners|frei|sams|sonn)tag(?:abend|mittag|nachmittag|vormittag)?|mittwoch|sonnabend|morgen';
const DE_HOUR =
  '(?:halb \\p{L}+|viertel (?:vor|nach) \\p{L}+|\\d{1,2}(?:[:.]\\d\\d)?(?: uhr)?|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)';
const ES_DAY = '(?:el )?(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)|mañana';
const ES_HOUR =
  '(?:las? )?(?:\\d{1,2}(?:[:.]\\d\\d)?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)(?: y media| y cuarto)?';
const FR_DAY = '(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?: (?:soir|matin|midi|après-midi))?|demain';
const FR_HOUR =
  '(?:\\d{1,2} ?h(?:eures?)? ?\\d{0,2}|midi|(?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?(?: et (?:demie|quart))?)';

export const PLAIN_WORDS: Record<Language, PlainWords> = {
  en: {
    night:
      "(?:good ?night|night night|nighty|sweet dreams)|(?:sleep|dream) (?:well|tight|sweet)|(?:i'm |im |i am )?(?:off|going|heading|crawling|gonna go|need to go|have to go) to (?:bed|sleep)|(?:i'm |im )?turning in|calling it a night|bedtime for me",
    notNight:
      'slept|last night|yesterday|a good night (?:out|at|with|in)|(?:did|do|does|could|can) (?:you|u|he|she|they|the|my) sleep|every night|kids?|baby|toddler',
    late: "^\\P{L}*(?:(?:hey|hi|hello|oh|ah|gosh|so|aw|ugh)\\P{L}+)?(?:(?:so|really|very|i'm|im) )*(?:sorry|apologies)[^.!?]{0,12}(?:(?:for (?:the |my |such a )?)?(?:late|slow|delay|silence|radio silence)|(?:for )?(?:vanishing|disappearing|not (?:reply|answer|writ|respond|gett)\\p{L}*|going quiet|being (?:so )?(?:slow|quiet)|taking (?:so|ages|forever))|i (?:vanished|disappeared|went quiet|didn't (?:reply|answer|write|respond)|never (?:replied|answered)))",
    success:
      "(?:i|i've|ive) (?:just |finally |actually )?(?:passed|got the (?:job|keys|flat|place|offer|part|role)|got in(?=[!.]|$)|got into \\p{L}+|won (?:the|first)|did it(?=!|$))|(?:just |finally )?got the keys to my|(?:i'm|im|i am) (?:finally |officially )?(?:hired|graduated|qualified)|^passed(?=[!.\\s]|$)",
    doubt: "not|n't|maybe|probably|i think|hope|if|when|almost|nearly|didn't|haven't|never|wish|failed|unfortunately",
    ahead:
      "(?:i|i've|i'm|im|my)(?!\\p{L})[^.!?]{0,30}(?:exams?|finals|driving test|job interview|interview|viva|audition)[^.!?]{0,20}(?:tomorrow|in (?:an|one|two|half an|\\d) hours?|this (?:morning|afternoon)|later today|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:tomorrow|today)[^.!?]{0,12} (?:is |it's |i have |i've got )(?:my |the |an? )?(?:\\p{L}+ )?(?:exam|driving test|job interview|interview|viva|audition)|pray for me|wish me luck",
    others:
      '(?:my|our|his|her|their) (?:\\p{L}+ )?(?:son|daughter|kid|kids|child|children|students?|pupils?|class|boys?|girls?|brother|sister|mum|mom|dad|mother|father|friend|nephew|niece|cousin|flatmate|roommate|husband|wife|team)',
    compliment:
      "you (?:have|'ve got|have got) (?:such )?(?:a |an |the )?(?:really |very |so |most )?(?:lovely|beautiful|gorgeous|great|amazing|nice|kind|wonderful|stunning|cutest|best|loveliest|nicest) (?:smile|voice|eyes|laugh|face|style|hair|energy)|(?:photo|picture|pic) of you[^.!?]{0,70} is (?:the best|my favou?rite|amazing|lovely|gorgeous|wonderful|brilliant)|your (?:smile|voice|eyes|laugh|hair)[^.!?]{0,12} (?:is|are) (?:so |really |just |absolutely )?(?:lovely|beautiful|gorgeous|amazing|the best|great|stunning|wonderful|contagious)|you look (?:so |really |absolutely )?(?:lovely|beautiful|gorgeous|amazing|great|stunning|wonderful)",
    but: 'but|though|however|unfortunately|if only|not|used to',
    other: `(?:make it|(?:could|can) (?:we|you) (?:do|make it)|rather|better(?: make it)?|let's (?:say|do)) (?:at |around |more like )?${EN_HOUR}|${EN_HOUR} (?:would be |is |works |suits me )(?:much |a bit )?(?:better|easier|perfect|fine)|(?:${EN_DAY}) (?:works(?: (?:better|for me|great))?(?=[ ,.!]|$)(?! (?:at|in|as|on))|(?:is|would be) (?:fine|better|good|perfect|ok|great|free))|(?:i can do|i could do|i'm free(?: on)?|free on) (?:${EN_DAY})`,
    notThen: "(?:can't|cannot|won't|don't|doesn't|not) (?:do|make|work)?",
  },
  de: {
    night:
      '(?:gute?|schöne) nacht|gut nacht|gn8|n8i|(?:schlaf|schlafen sie|träum|träumen sie)(?: \\p{L}+){0,2} (?:gut|schön|süß)|(?:ich )?(?:geh|gehe|muss|leg mich|fall|hau mich|verschwinde) (?:\\p{L}+ ){0,3}(?:ins bett|in die heia|schlafen|aufs ohr|in die federn)|ab ins bett',
    notNight:
      'geschlafen|letzte nacht|gestern|jede nacht|schläfst|kind(?:er|ern)?|baby|klein(?:e|en|er)|nicht (?:ein)?schlafen',
    late: '^\\P{L}*(?:(?:hey|hi|hallo|oh|ach|moin|huhu|servus|ups)\\P{L}+)?(?:entschuldig\\p{L}*|sorry|verzeih\\p{L}*|tut mir leid|tschuldig\\p{L}*|sry)(?: sie| bitte)?\\P{L}+(?:dass ich (?:mich )?(?:\\p{L}+ ){0,2}(?:erst|spät|lange?|nicht|nie|nimmer)|(?:für |wegen )?(?:die |meine |der )?(?:sehr )?(?:späte|lange|verspätete|funkstille|stille|langsame)|hab(?:e)? (?:\\p{L}+ ){0,3}(?:nicht|erst jetzt|vergessen zu) (?:geantwortet|gesehen|geschrieben|antworten)|melde? mich erst|komme? erst jetzt|bin (?:erst )?jetzt erst)',
    success:
      '(?<!nicht )(?<!noch nicht )bestanden(?=[!. ,]|$)(?! (?:hat|haben|wird|werden|hätte))|(?:ich )?hab(?:e)? (?:\\p{L}+ ){0,3}(?:den job|die stelle|die zusage|die wohnung|die schlüssel|den schlüssel|den platz|den studienplatz)(?: bekommen| gekriegt| geholt)?(?=[!. ,]|$)|(?:zusage|vertrag) (?:\\p{L}+ )?(?:bekommen|unterschrieben)|(?:ich )?bin (?:\\p{L}+ )?(?:angenommen|befördert|genommen) worden',
    doubt:
      'nicht|nich|noch nicht|vielleicht|glaub\\p{L}*|hoff\\p{L}*|wahrscheinlich|wenn|falls|fast|beinahe|leider|durchgefallen',
    ahead:
      '(?:ich )?(?:hab|habe|schreibe?|muss|bin)(?!\\p{L})[^.!?]{0,30}(?:morgen|nachher|gleich|montag|dienstag|mittwoch|donnerstag|freitag|samstag)(?!\\p{L})[^.!?]{0,30}(?:prüfung|klausur|fahrprüfung|vorstellungsgespräch|bewerbungsgespräch|examen|vorsprechen)|(?:morgen|nachher|gleich|montag|dienstag|mittwoch|donnerstag|freitag|samstag)(?!\\p{L})[^.!?]{0,15} (?:hab|habe|ist|schreibe?) (?:ich )?(?:\\p{L}+ ){0,2}(?:prüfung|klausur|fahrprüfung|vorstellungsgespräch|bewerbungsgespräch|examen|vorsprechen)|bete für mich|beten sie für mich',
    others:
      '(?:mein(?:e|er|en|em)?|unser(?:e|er|en)?|sein(?:e|er)?|ihr(?:e|er)?|die|der) (?:\\p{L}+ )?(?:sohn|tochter|kind|kinder|schüler(?:in|innen)?|studenten|klasse|jungs|mädels|bruder|schwester|mutter|vater|mama|papa|freund(?:in)?|neffe|nichte|cousine?|mann|frau|mitbewohner(?:in)?|kleine|große|azubis?)',
    compliment:
      'du hast (?:\\p{L}+ ){0,2}(?:so )?(?:ein|eine|so|echt|wirklich|richtig|wahnsinnig|total)?\\P{L}*(?:\\p{L}+ )?(?:schön|toll|wundervoll|wunderschön|süß|hübsch|bezaubernd|angenehm|umwerfend)\\p{L}* (?:lächeln|stimme|augen|lachen|gesicht|stil|haare)|(?:dein lächeln|deine stimme|deine augen|dein lachen) (?:ist|sind|hat|klingt)(?: \\p{L}+)? (?:wunderschön|schön|toll|ansteckend|umwerfend|bezaubernd|der hammer)|du siehst (?:\\p{L}+ ){0,2}(?:toll|wunderschön|umwerfend|fantastisch|gut|hübsch) aus',
    but: 'aber|allerdings|leider|nur|nicht|früher|wenn',
    other: `(?:(?:lieber|besser|eher|geht auch) (?:so )?(?:erst )?(?:um |ab |gegen |so um )?|erst (?:um |ab |gegen |so um ))${DE_HOUR}(?= |[.,!]|$)|(?:${DE_DAY}) (?:\\p{L}+ )?(?:ginge|geht|passt|hätte? (?:ich|i) zeit|kann ich|wäre? (?:gut|super|besser|perfekt|möglich)|hab(?:e)? ich (?:frei|zeit))`,
    notThen: '(?:geht|passt|kann|klappt|hab|habe)[^.!?,;]{0,20} (?:nicht|nich|net|keine?|leider|schlecht)',
  },
  es: {
    night:
      '(?:buenas noches|dulces sueños|que (?:descanses|descanse|duermas|duerma|sueñes|sueñe)(?!\\p{L})|descansa(?! de)|sueña (?:con|bonito))|(?:me )?(?:voy|caigo|me meto|me tiro) (?:ya )?(?:a (?:la cama|dormir|acostarme)|pa(?:ra)? la cama)|me acuesto ya',
    notNight:
      'anoche|ayer|dormiste|dormí|todas las noches|^\\P{L}*buenas noches[^\\n]{15,}|niñ\\p{L}*|bebé|peque\\p{L}*',
    late: '^\\P{L}*(?:(?:hola|ay|uy|oye|hey|buenas)\\P{L}+)?(?:perdon\\p{L}*|perdón|disculp\\p{L}*|lo siento|siento)(?: por| que| de)?\\P{L}+(?:(?:por )?(?:no|tardar|contestar tan|desaparecer|el retraso|la tardanza|la demora|el silencio)|(?:te |le )?(?:que )?no (?:te |le )?(?:contest|respond|escrib|dij)\\p{L}*|(?:que )?(?:haya )?tard(?:é|e|ado|ara|anza)|la respuesta tard\\p{L}*|el retraso|no haber(?:te|le)? (?:contestado|respondido|escrito)|(?:la )?tardanza|(?:el )?silencio)',
    success:
      '(?:^|[^\\p{L}])(?:aprobad[oa](?=!|$)|aprobé(?=[ !.,]|$)|(?:he|ya he|por fin he) (?:aprobado|sacado la plaza|firmado|conseguido (?:el|la)))|me (?:han )?(?:cogido|contratado|aceptado|admitido|dado (?:el trabajo|la beca|la plaza|las llaves|el puesto))|me (?:dieron|cogieron|contrataron|aceptaron) (?:el trabajo|la beca|la plaza|las llaves|en)|ya tengo las llaves|conseguí (?:el|la) (?:trabajo|plaza|beca|piso|puesto)',
    doubt: 'no|quizás?|creo que|ojalá|espero|si|casi|todavía no|nunca|suspend\\p{L}*',
    ahead:
      '(?:mañana|hoy|esta tarde|el (?:lunes|martes|miércoles|jueves|viernes)|en (?:una|dos) horas?)[^.!?]{0,20}(?:tengo|es|me toca|hago) (?:\\p{L}+ ){0,2}(?:examen|entrevista|oposición|audición)|(?:tengo|me toca|hago) (?:\\p{L}+ ){0,3}(?:examen|entrevista|oposición|audición)[^.!?]{0,25}(?:mañana|esta tarde|el (?:lunes|martes|miércoles|jueves|viernes)|en (?:una|dos) horas?)|reza por mí|deséame suerte',
    others:
      '(?:mi|mis|su|sus|nuestr[oa]s?|el|la|los|las) (?:hij[oa]s?|alumn[oa]s?|niñ[oa]s?|herman[oa]|madre|padre|mamá|papá|amig[oa]|sobrin[oa]|prim[oa]|marido|mujer|compañer[oa]|clase|pareja|equipo)',
    compliment:
      'tienes (?:un|una|unos) (?:\\p{L}+ )?(?:sonrisa|voz|ojos|mirada|risa|pelo)(?: \\p{L}+){0,2} (?:preciosa?s?|bonit[oa]s?|lind[oa]s?|increíbles?|hermos[oa]s?|que no es normal|espectacular(?:es)?)|tienes (?:un|una|unos) (?:sonrisa|voz|ojos|mirada|risa|pelo) (?:preciosa?s?|preciosos|bonit[oa]s?|lind[oa]s?|increíbles?|hermos[oa]s?|que no es normal|espectacular(?:es)?)|qué (?:sonrisa|voz|ojos|mirada|risa) (?:más |tan )(?:preciosa?s?|bonit[oa]s?|lind[oa]s?|hermos[oa]s?)|(?:estás|sales) (?:muy |tan |realmente )?(?:guap[oa]|precios[oa]|hermos[oa]|divin[oa]|linda?)(?!\\p{L})',
    but: 'pero|aunque|lástima|si no fuera|no(?! es normal)|antes',
    other: `mejor (?:a |sobre |hacia |tipo |como a )${ES_HOUR}|(?:${ES_DAY})(?: \\p{L}+){0,6} (?:me viene (?:mejor|bien|genial|perfecto)|sí (?:puedo|que puedo)|cuando quieras)|(?:${ES_DAY}) (?:puedo|estoy libre|sin problema)`,
    notThen: 'no (?:puedo|me va|me viene|estoy)',
  },
  fr: {
    night:
      "(?:bonne nuit|(?:fais|faites) de beaux rêves|dors bien|dormez bien|repose-toi bien)|(?:je |j'vais |jvais )?(?:file|vais|pars|fonce|m'en vais) (?:\\p{L}+ )?(?:au lit|dormir|me coucher|me pieuter)|je me couche",
    notNight:
      'bien dormi|hier|toutes les nuits|cette nuit|dormais|(?:le |la |mon |ma )?(?:petite?s?|enfants?|bébé|gosses?)',
    late: "^\\P{L}*(?:(?:coucou|salut|hello|oh|ah|bonjour|bonsoir|hey|oups)\\P{L}+)?(?:(?:je suis|suis|vraiment|encore) )*(?:désolée?|pardon|dsl|excuse[sz]?(?:-moi)?|navrée?)(?: de| pour| du)?\\P{L}+(?:(?:le|mon|ce|cette|la|ma) (?:petite? |long(?:ue)? )?(?:retard|silence|délai|réponse tardive|absence|temps)|(?:te |vous )?répond(?:re|s)? (?:que |si |aussi |seulement )?(?:tard|maintenant)|(?:de )?(?:ne |n')?(?:pas (?:t'|vous )?avoir répondu)|j'ai pas (?:répondu|pu répondre|vu)|retard|silence|je réponds (?:que|tard))",
    success:
      "(?:je suis |chuis |jsuis )(?:enfin |officiellement )?(?:admise?|embauchée?|diplômée?|reçue?|titularisée?)(?!\\p{L})|j'ai (?:enfin )?(?:eu|décroché|réussi|signé) (?:mon|le|ma|la|l') ?(?:permis|bac|poste|job|concours|appart(?:ement)?|bail|cdi|cdd|examen|entretien|partiel|diplôme|stage)|(?:c'est |ça y est,? |ou+i+ )signé(?!\\p{L})|j'ai les clés (?:de|du) (?:mon|l'|la|nouvel)",
    doubt: "pas(?! encore réalisé)|peut-être|je crois|j'espère|si|presque|jamais|raté|quand",
    ahead:
      "(?:j'ai|je passe|jpasse|g) (?:\\p{L}+ ){0,3}(?:examen|exam|partiels?|concours|soutenance|entretien|permis|audition|oral)(?!\\p{L})[^.!?]{0,20}(?:demain|tout à l'heure|cet après-midi|dans (?:une|deux|\\d) ?h(?:eures?)?|lundi|mardi|mercredi|jeudi|vendredi)|(?:demain|tout à l'heure|cet après-midi|lundi|mardi|mercredi|jeudi|vendredi)[^.!?]{0,12} (?:j'ai|je passe|c'est) (?:\\p{L}+ ){0,2}(?:examen|exam|partiels?|concours|soutenance|entretien|permis|audition|oral)(?!\\p{L})|prie pour moi|priez pour moi",
    others:
      '(?:mon|ma|mes|son|sa|ses|notre|nos|le|la|les) (?:\\p{L}+ )?(?:fils|fille|enfants?|élèves?|étudiants?|frère|sœur|soeur|mère|père|maman|papa|copain|copine|amie?|neveu|nièce|cousine?|mari|femme|coloc|classe|petite?|équipe)',
    compliment:
      "(?:tu as|t'as|vous avez) (?:un|une|de|des) (?:très |si |vraiment |trop |sacré )?(?:beau|belle|beaux|jolie?s?|magnifiques?|superbes?) (?:sourire|voix|yeux|rire|regard|cheveux)|(?:tu as|t'as|vous avez) (?:un|une|des) (?:sourire|voix|yeux|rire|regard) (?:magnifiques?|superbes?|incroyables?|sublimes?)|(?:t'es|tu es|vous êtes) (?:vraiment |trop |super |très |si )?(?:belle|beau|magnifique|sublime|ravissante)(?= |[.,!]|$)(?! (?:mère|père|frère|soeur|sœur))",
    but: 'mais|cependant|dommage|hélas|pas|si seulement',
    other: `plutôt (?:à |vers |pour )?${FR_HOUR}|(?:${FR_DAY}) (?:\\p{L}+ )?(?:ça me va|ça m'irait|ça m'arrange|je peux|je suis (?:libre|dispo\\p{L}*)|c'est (?:bon|parfait|mieux) pour moi)|${FR_HOUR} (?:ça m'irait|ça m'arrangerait|c'est mieux)`,
    notThen: '(?:peux|suis|va|arrange)[^.!?,;]{0,10} pas',
  },
  ja: {
    night:
      'おやすみ(?!(?:の日|を|は|が|に|でした|だった|ですか|なんで))|(?:もう|そろそろ|先に)寝(?:る(?:ね|よ|わ|[。！!]|$)|ます)|寝ます(?:ね|[。！!]|$)|いい夢',
    notNight: '昨日|昨夜|ゆうべ|寝れた|眠れた|寝て(?:ました|た[。！!]|しまい|しまった)|子ども|子供|息子|娘|赤ちゃん',
    late: '^.{0,10}(?:返信|返事|お返事|ご返信|連絡|ご連絡|お返し).{0,3}(?:遅|おそ|でき(?:ず|な)|せず|しな).{0,14}(?:ごめん|すみません|すいません|申し訳|失礼)|^(?:ごめん|すみません|すいません|申し訳).{0,8}(?:返信|返事|連絡).{0,3}(?:遅|おそ|でき(?:ず|な))',
    success:
      '(?:試験|テスト|面接|大学|資格|検定|オーディション)?.{0,4}(?:受か(?:った|りました)|うか(?:った|りました)|合格(?:した|しました|した|です|！|!))|(?:就職|転職|仕事|内定|採用|部屋|家|新居)が?.{0,4}(?:決ま(?:った|りました)|もら(?:えた|いました))|(?:ライブ|チケット|抽選|コンサート|宝くじ).{0,4}(?:当たった|当たりました|当選)',
    doubt: 'たぶん|多分|かも|わかんない|わからない|分からない|と思う|落ち|ない|たら|といい',
    ahead:
      '(?:明日|あした|あす|来週|今から|これから|このあと|午後|[月火水木金]曜日?)[^。！？!?]{0,12}(?:試験|テスト|面接|受験|検定|オーディション|発表会)(?:な|で|だ|が|、|。|！|!|$)|祈ってて|応援してて',
    others:
      '息子|娘|子ども|子供|うちの子|妹|弟|姉|兄|母|父|友達|友人|彼氏|彼女|生徒|学生さん|教え子|甥|姪|旦那|夫|妻|推しが',
    compliment:
      '(?:笑顔|声|目|瞳|笑い方)(?:が|も|、)?(?:本当に|ほんとに|とても|すごく|めっちゃ|すっごく)?(?:素敵|すてき|きれい|綺麗|かわいい|可愛い)(?:です(?!が|け)|だね|ですね|！|!|。|$)',
    but: '(?:です|だ|い)(?:けど|が、)|でも|昔は|前は|俳優|女優|アイドル|推し',
    other:
      '\\d{1,2}時(?:半)?(?:に|から|で)[^。！？!?]{0,8}どう(?:かな|ですか|でしょう)|\\d{1,2}時(?:半)?(?:から)?(?:に(?:変え|して|でき)|のほうが|だと(?:助か|嬉し|ありがた)|でもいい(?:です)?(?:$|[。！!])|なら(?:大丈夫|行け|いけ|空い|間に合))|(?:明日|あさって|[月火水木金土日]曜日?)(?:の(?:朝|昼|午後|夜|夕方))?(?:から)?なら(?:、|いつでも)?(?:大丈夫|行け|いけ|空い|平気|OK|会え|いける)',
    notThen: 'なら(?:ない|無理)',
  },
};
