import { ADDRESS_ENDINGS } from '../../../core/text/address-endings.data.ts';
import type { ComparableText } from '../../../core/text/message-text.rules.ts';
import { toDigitRuns } from './number-words.rules.ts';

/** Endings that are also common words: after a missing space they begin a sentence more often than they end an address. */
const WORD_ENDINGS = new Set(
  (
    'am as at be by do de es in is it la me my no so to us se si tu ja da du et en un im man men one you now new here how ' +
    'day love life live like fun cool call talk today nice best just are read able ad ads plus run see say work open show ' +
    'ma ca va ne ni na le mo mi my id et ai app army art author auto baby band bar beer bet bike bio blue book boo box cab'
  )
    .split(' ')
    .filter((word) => word !== 'app' && word !== 'live'),
);

const AT = String.raw`[\s,]{0,2}(?:@|\(at\)|\[at\]|\{at\}|\(a\)|(?<![\p{L}])(?:arroba|aroba|arobase|arobas|klammeraffe)(?![\p{L}])|アット(?:マーク)?|あっとまーく)[\s,]{0,2}`;
const AT_WORD = String.raw`\s(?:at|ad|chez)\s`;
const DOT_WORD = String.raw`(?:\s?(?:\(\.\)|\[\.\]|\(dot\)|\[dot\]|\{dot\}|\(punkt\)|\(punto\)|\(point\)|ドット)\s?|(?:\s|,\s?)(?:dot|punkt|punto|point)\s|,\s?(?:dot|punkt|punto|point),\s?)`;
const MAIL_HOST = '(?:gmail|googlemail|hotmail|outlook|yahoo|gmx|icloud|proton|protonmail|orange|laposte|docomo|ezweb)';
/** The last character before an @, and a name after it. Bounded, so that no text takes long. */
const LOCAL = String.raw`[\p{L}\p{N}_%+-]`;
const NAME = String.raw`[\p{L}\p{N}_%+-]{1,40}`;
const STRONG_ENDING = '(?:com|net|org|de|es|fr|jp|co|io|ly|me|ru|uk|info|biz|xyz|site|online|club|shop|top|click|link)';

/** Endings that are told in words: without those that read as a word after "point" or "punto". */
const WORDED_ENDING =
  '(?:com|net|org|fr|jp|io|ly|ru|uk|tv|eu|ch|lat|cam|info|biz|xyz|site|online|club|shop|store|top|click|link)';

const EMAIL = new RegExp(`${LOCAL}${AT}(?:${NAME}(?:\\s?\\.\\s?|${DOT_WORD})\\p{L}{2,}|${MAIL_HOST}(?![\\p{L}]))`, 'u');
const EMAIL_IN_WORDS = new RegExp(
  `${LOCAL}${AT_WORD}(?:${NAME}${DOT_WORD}|${NAME}\\.(?=${STRONG_ENDING}\\b)|(?:gmail|hotmail|gmx)\\b)`,
  'u',
);
const MAIL_SERVICE =
  /(?<![\p{L}\p{N}])(?:g-?mail|hotmail|icloud mail|protonmail|yahoo mail|gメール|ジーメール|じーめーる)(?![\p{L}])/u;
const HANDLE = /(?:^|[\s:(,])@[\p{L}\p{N}_.]{3,}/u;
const LABELLED_HANDLE =
  /(?<![\p{L}\p{N}])(?:(?:wa|ig|tg|fb|sc|snap|snapchat|insta|kik|skype|discord)\s?(?:[:=]|id\b|is\b|es\b|ist\b|c'est)|line\s?(?:[:=]|id\b))\s?[\p{L}\p{N}+@]/u;

/** Stands for the name of a messenger in the expressions below. */
const NAMED = '\u00a7';
/** Names that mean nothing but a messenger, with the common ways to misspell them. */
const MESSENGER =
  /(?<![a-z])(?:wh?[ao]t?s+\s?[ae]p+|wh?atsap+|whatsa+p+|watsap+|g?wasap+|guasap+|wassap+|wazzap+|tele\s?gra(?:m{1,2}|n)|(?<=(?:por|en|sur|par|tienes) )telegramm?[ae]|telegramm?[ae](?= ?[:=@])|snap\s?chat|insta(?:gram)?|wechat|viber|skype|kik|discord|facebook|hangouts|onlyfans|kakao ?talk|(?<=(?:on|via|auf|bei|uber|por|en|sur|par|my|mein|mi|mon) )kakao|threema)(?![a-z])|カカオ(?:トーク)?|テレグラム|ワッツアップ|インスタ(?:グラム)?(?!ン|ント|レ)|スカイプ|ディスコード|フェイスブック|(?<![a-z])line(?=\s?[\u3040-\u30ff\u4e00-\u9fff])|(?<![a-zァ-ヶ])ライン(?=で|の?\s?id|を?\s?(?:交換|教|追加|やって|して))/gu;
/** The same in letters written apart, to which a word beside them may have been joined. */
const JOINED_MESSENGER = /whatsap|telegram|instagram|snapchat|insta(?!n|l|b)|facebook|wechat|discord/;
/** Somebody is asked to go there, or for their name there. */
const INVITES = [
  // English.
  '(?:add|text|message|msg|dm|write|reach|find|hit|ping|contact|search(?: for)?|look|follow|call|catch|shoot)(?: to)? (?:me|us)\\b[^§]{0,25}§',
  '§[^§]{0,30}\\b(?:add|text|message|msg|dm|write|reach|find|hit|contact|search|follow|call)(?: to)? (?:me|us|there)\\b',
  "\\b(?:let'?s|let us|shall we|can we|could we|should we|may we|why don't we|we (?:can|could|should)|wanna|want to (?:chat|talk|switch|move|continue)|would you like to|how about|what about)\\b[^§]{0,35}§",
  '\\b(?:switch|move|continue|carry on|go over|swap|come|go) (?:over )?(?:to|on|with me on) §',
  '\\b(?:you|u|ya|ye) (?:have|got|on|use|using|also on|got an?)(?: an?| any)? §',
  "\\b(?:your|ur) (?:\\S{1,12} )?§(?:\\?|$| (?:name|id|handle|account|user|please|pls))|(?:what(?:'s| is)|give me|send me|tell me|drop)(?: \\S{1,6})? (?:your|ur) §",
  '\\b(?:easier|better|rather|quicker|faster|prefer)\\b[^§]{0,20}§|§ (?:is |would be |works |there )?(?:instead|easier|better|rather|quicker|there\\?|please)\\b',
  // German.
  '\\b(?:schreib(?:e|st)?|such(?:e|st)?|find(?:e|est|et)?|add(?:e|est)?|ruf(?:e|st)?|kontaktier(?:e|st)?|folg(?:e|st)?|erreichst|erreichbar|nimm|melde?)\\b(?: \\S{1,12}){0,3} (?:auf|bei|uber|in|per|via) §',
  '§[^§]{0,25}\\b(?:schreib(?:e|st)?|such(?:e|st)?|find(?:e|est)|add(?:e|est)?) (?:mir|mich|du)\\b',
  '\\b(?:wollen|sollen|konnen|konnten|lass|lasst|mochtest|magst|willst|wechseln|wechsel|gehen) (?:wir|uns|du|zu|wir uns|wir zu)\\b[^§]{0,30}§',
  '\\b(?:hast|bist|nutzt|benutzt|verwendest) (?:du|ihr)\\b[^§]{0,20}§|wie hei(?:ss|ß)t du[^§]{0,12}§|\\bdeine?(?:n|m)? §',
  '\\b(?:lieber(?! nicht)|besser|einfacher|schneller)\\b[^§]{0,20}§|§ (?:ist |ware )?(?:mir )?(?:lieber|besser|einfacher)\\b|§[^§]{0,20}\\b(?:da bin ich|bin ich da|hei(?:ss|ß)e ich|weiterschreiben|weiterreden|schreiben\\?)',
  // Spanish.
  '\\b(?:escrib|agreg|anad|busc|encuentr|sigu?e|contact|habl|llam|mand)\\p{L}*me\\b[^§]{0,25}§|\\bme (?:escribes|agregas|buscas|encuentras|anades|sigues)\\b[^§]{0,20}§',
  '\\b(?:hablamos|hablemos|seguimos|sigamos|pasamos|pasemos|charlamos|vamos|vayamos|chateamos|continuamos|nos vemos|quieres (?:hablar|seguir|pasar))\\b[^§]{0,25}§',
  '\\b(?:tienes|teneis|tenes|usas|estas en)(?: un| una| el)? §|\\b(?:pasame|dame|me das|me pasas|dime|cual es)\\b[^§]{0,15}\\btu §|\\btu §|como te llamas[^§]{0,8}§',
  '\\b(?:mejor|prefiero)\\b[^§]{0,20}§|§ (?:es |seria )?(?:mejor|mas facil)\\b|§,? soy\\b',
  // French.
  "\\b(?:ecri[st]|ajoute|cherche|trouve|contacte|suis|rejoins|retrouve|appelle|parle|envoie)-?(?: )?moi\\b[^§]{0,25}§|\\btu peux m'\\p{L}+[^§]{0,15}§",
  '\\b(?:on (?:passe|continue|parle|se parle|va|discute|bascule|peut)|passons|continuons|parlons|allons)\\b[^§]{0,25}§',
  "\\b(?:tu as|t'as|as[- ]tu|tu es|t'es|es[- ]tu|utilises)(?: aussi| un compte| toujours)?(?: sur)? §|\\b(?:ton|ta) §",
  '\\b(?:plutot(?! pas)|mieux(?! pas)|prefere(?! pas))\\b[^§]{0,20}§|§ ?,? ?(?:c.est |est |serait |ce serait )?(?:mieux|plus simple|plus facile|plus pratique)\\b',
  // Japanese.
  '§(?:で(?:も)?[^。]{0,8}(?:話|連絡|友達|つなが|やりとり|続け|続き|会い|探|検索)|に[^。]{0,4}(?:来|移|しま|連絡|追加)|の?\\s?(?:id|アカウント|名前)(?:[はをが]?\\s?(?:教|交換|何|なに|[a-z0-9:_])|$|\\?)|の(?:ほう|方)が|を?\\s?(?:交換|教え|追加)|\\s?(?:やってる|やって(?:い)?ますか|使って(?:い)?ますか|ありますか|持って(?:い)?ますか)|へ(?:来|どうぞ))|id(?:を)?交換',
  '§(?:[^。]{0,14}(?:交換し(?:よ|ない|ませんか)|交換せん|教えて(?!な)|フォローさせて|申請していい|つないど)|でも?(?:全然)?いい|やって(?:ます|たら|るなら))',
  // To somebody else there, who continues the conversation.
  '\\b(?:dm|write|contact|text|ecri[st]|schreib|escrib\\p{L}*)(?: to| a)? (?:my|ma|mon|meine[mr]?|mi) [^§]{0,20}§|\\b(?:viens|venez|komm|ven|vente) (?:sur|zu|auf|a|al) §|\\bgib (?:mal |mir )?(?:deine? )?§|\\bhast §',
  '§(?:,| and| und| y| et) ?(?:look (?:up|for)|search|such|suche|busca|cherche|tape) \\S',
  // The name of an account there.
  "\\b(?:contact|pseudo|usuario|handle|user ?name|tag)[^§]{0,12}§|§[^§]{0,20}\\b(?:handle|pseudo|usuario|user ?name|stp|pls|plz|bitte|porfa)\\b|\\b(?:je t'ajoute|on se suit|on s'ajoute|te (?:escribo|agrego|busco|busque|encuentro))\\b[^§]{0,12}§|§ estoy\\b",
  // A question to the other.
  "\\b(?:you|u|du|dich|dir|te|tu|usted|toi|vous)\\b[^§]{0,60}§[^§]*\\?|§[^§]{0,60}\\b(?:you|u|ya|du|dich|dir|usted|toi|vous|t'as|as-tu)\\b[^§]*\\?",
  // A name there: with a colon, or with a sign that ordinary words do not have.
  "§\\s?[:=]|§(?:\\s?(?:is|id|ist|es|c'est|は|as|als|como))?,? ?[a-z.-]{0,30}[\\d_#@]",
].map((pattern) => new RegExp(pattern.replaceAll('§', NAMED), 'u'));
/** The writer is there: an invitation, unless it is denied. */
const IS_THERE = [
  "\\bi(?:'m| am|m)(?: also| always| mostly)? (?:on|at) §|\\bmy (?:\\S{1,12} )?§ (?:is|name|id)\\b|\\bmy §(?:\\W|$)|\\bi (?:have|use)(?: a)? §",
  '\\b(?:ich )?(?:bin|hei(?:ss|ß)e|findet man mich)(?: \\S{1,12}){0,3} (?:bei|auf|in) §|\\bich habe? §|\\bmeine? § (?:ist|hei(?:ss|ß)t)|\\bmein §',
  '\\b(?:estoy|soy)(?: \\S{1,10}){0,2} en §|\\btengo §|\\bmi §',
  "\\bje suis(?: aussi| surtout)? sur §|\\bj'ai §|\\bmoi c'est[^§]{0,15}§|\\bmon §",
].map((pattern) => new RegExp(pattern.replaceAll('§', NAMED), 'u'));
const DENIES =
  /\b(?:not?|never|without|hardly|rarely|barely|less|deleted?|left|quit|stopped|kein(?:e|en)?|nicht|nie|kaum|selten|weniger|ohne|geloscht|nunca|casi|menos|borre|borrado|pas|plus|jamais|moins|supprime|group|gruppen?|grupo|groupe|feed|addict(?:ion)?|full of|voll)\b|n't\b/u;
/** A messenger as somebody's employer. */
const WORKS_FOR =
  /\b(?:work(?:s|ed|ing)? (?:at|for)|arbeite\p{L}{0,3}(?: du)? (?:bei|fur)|trabaj\p{L}{1,4} (?:en|para)|travaill\p{L}{0,4} (?:chez|pour)|bosse[sz]? chez)\s?$/u;
const WORKS_FOR_JAPANESE = /^(?:で働|に勤め|の社員)/u;
/** As many other words in its sentence say too little to be a story about a messenger. */
const WORDS_OF_A_STORY = 3;
const SENTENCE_MAX = 120;
/** Nobody tells a story with as many names of messengers; a bound for what reading a message costs. */
const NAMES_MAX = 10;
/** Messengers whose names are ordinary words: only where somebody is asked to go there. */
const AMBIGUOUS_MESSENGER =
  /(?<![\p{L}])(?:(?:on|via|over|auf|bei|uber|por|en|sur|par) (?:signal|snap|messenger|wire|matrix|fb|ig)(?![\p{L}])(?! (?:that|of|from|failures?|the)\b)|(?:my|mein|mi|mon|your|ur|dein|tu|ton|have|got|tengo|j'ai|hast du|tienes|as-tu|tu as|t'as|add me on|ajoute-moi sur) (?:snap|messenger|fb|ig)(?![\p{L}])(?! (?:that|of|from|judge?ment|decisions?)\b)|(?:do you have|do you use|you use|you got|hast du|nutzt du|tienes|usas|as-tu|tu as|t'as) signal(?! (?:there|here|in|at|dort|da|hier|ahi|alli|la|ici)\b)(?![\p{L}])|(?:signal|snap|messenger) (?:app|me|id)\b|(?:facebook|fb) messenger|zu signal (?:wechseln|wechsle|gehen)|(?:switch|move|go|go over|swap) to signal(?![\p{L}])(?! (?:that|of|from)\b)|(?:pasamos|pasemos|cambiamos|vamos|nos vamos) a signal(?![\p{L}])|シグナル(?:に(?:移|しま|しない)|で(?:話|やりとり|連絡)))/u;
const JAPANESE_ID = /(?<![a-z])id(?:を)?交換|(?<![a-z])idは/;

const OWN_NUMBER =
  /(?:(?:my|meine|mi|mon) (?:(?:phone|cell|mobile|private|whatsapp|handy|telefon|mobil) ?-?)?(?:handynummer|telefonnummer|nummer|number|digits|numero|num)\b(?! (?:one|eins|1|uno|un)\b| (?:favorito|preferido|prefere|fetiche)| is \d{1,2}\b| [a-z]+ (?:is|song|film|place)))/gu;
const NUMBER_REQUEST = new RegExp(
  [
    /(?:your|ur) (?:(?:phone|cell|mobile|private|whatsapp) ?)?(?:number|digits|cell|phone number)\b(?! (?:one|is (?:one|\d{1,2}\b)|[a-z]+ (?:is|song|film|place)))/,
    /(?:give|send|drop|gib|schick|sag|gebe|dame|das|pasame|pasas|pasa|dejas|dejame|da[sr]?|mandame|dime|donne|envoie|passe|te laisse|file)(?:[- ](?:me|mir|moi|te|dir|je|tu))* (?:your|deine?|meine?|tu|mi|ton|mon) (?:(?:phone|handy|telefon|mobil)-?)?(?:number|num|nr|nummer|handynummer|telefonnummer|numero|telefono|movil|celular|cel|wasap|cellulaire|tel|telephone|portable|06|handy|telefon)(?![p{L}])/,
    /deine (?:handy|telefon|mobil)?nummer(?! (?:eins|1)\b)|je te donne mon num|tu numero(?! (?:favorito|preferido|uno))|ton numero(?! (?:prefere|fetiche|un\b))/,
    /(?:電話|携帯|ケータイ|スマホの?)(?:の)?番号(?!(?:を|は|も|って|なんて)?(?:覚え|忘れ|変わ|知らな))|番号(?:を)?(?:教え(?!(?:て|る)?(?:い)?(?:ない|ませ|たくな))|交換)|連絡先(?:を)?(?:教え(?!(?:て|る)?(?:い)?(?:ない|ませ|たくな))|交換)/,
    // The address of an email.
    /(?:send|give|tell|drop|share|what(?:'s| is)|need|have)(?: me)? (?:your|ur) (?:private )?(?:e-?mail|mail|gmail)(?: address)?\b(?! (?:about|from|made|was))/,
    /\bdeine (?:e-?mail|mail)(?:-? ?adresse)?\b|\b(?:dame|dime|pasame|mandame|dejame|das|pasas|mandas|dejas|cual es)(?: me)? tu (?:correo|e-?mail|mail|gmail)\b|\b(?:donne|envoie|passe|laisse|file|c'est quoi|dis)(?:[- ]moi)? (?:ton|ta|votre) (?:adresse )?(?:e-?mail|mail|courriel|gmail)\b/,
    /(?:メアド|メールアドレス|アドレス|メアド)(?:を)?(?:教え|交換|送って|ください|くれ)|メール(?:を)?(?:ください|くれ(?:ない|ます)|交換)/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'u',
);

/** Somebody who puts off giving a number does not give it. */
const PUTS_OFF =
  /\b(?:before (?:i|we|giving|sharing|swapping)\b|bevor (?:ich|wir)\b|antes de (?:dar|pasar|compart|intercambi)|avant (?:de|que je) (?:te )?(?:donn|pass|fil|laiss|echang|partag))[^.,!?]{0,30}$/u;
const PUTS_OFF_JAPANESE =
  /(?:line|ライン|インスタ|カカオ|連絡先|番号)[^。!?]{0,14}(?:もう少し|もうちょっと|まだ|しばらく)[^。!?]{0,12}(?:話し|ここで|こちらで|待って|控え)[^。!?]{0,20}/gu;
const ASKS_FOR_DIGITS =
  /\b(?:nine|ten|eleven|neun|zehn|elf|nueve|diez|neuf|dix) (?:\S{1,10} )?(?:numbers|digits|zahlen|ziffern|numeros|cifras|chiffres)\b[^.!?]{0,40}(?:\b(?:call|ring|ruf|rufe|te llamo|llamarte|t'appelle|de ma part|from me|von mir|de mi parte)\b)|\b(?:numeros|cifras|chiffres|digits|zahlen) magi[a-z]{1,5}\b[^.!?]{0,40}\b(?:te llamo|t'appelle|call|ruf)/u;

/** Messengers by what their signs look like, and words that send somebody there, in five languages. */
const NICKNAMED = [
  [
    "\\b(?:green|blue|yellow|purple|pink) (?:one|app|thing|place)\\b[^.!?]{0,20}\\b(?:phone|plane|ghost|camera|bubble)\\b|\\b(?:blue paper plane|yellow ghost)\\b|\\b(?:app|place|one|site)\\b[^.!?]{0,12}\\b(?:with the|where)\\b[^.!?]{0,25}\\b(?:ghost|paper plane|little (?:phone|camera)|square (?:photos|pictures)|dance)\\b|\\bbook of faces\\b|\\bzuckerberg's\\b",
    "\\b(?:look me up|look for me|find me|add me|search for|type|message me|text me|write me|come say|same name|my name|i answer|i reply|i'm on|i am on)\\b",
  ],
  [
    '\\bgesichts?buch\\b|\\b(?:dienst|app|ding|laden)\\b[^.!?]{0,12}\\b(?:mit de[mr]|wo)\\b[^.!?]{0,25}\\b(?:gespenst|geist|papierflieger|horer|kamera)\\b|\\bblaue[rmn]? papierflieger\\b|\\bgrune[nr]? app\\b|\\bwo (?:man|alle|die leute)\\b[^.!?]{0,30}\\b(?:kurzen videos|quadratische)',
    '\\b(?:such(?:e|st)?|find(?:e|est|et)?|schreib|meld(?:e)?|hei(?:ss|ß)e?|anfrage|adde?|mein name)\\b',
  ],
  [
    '\\b(?:la|el) (?:app )?del? (?:la )?(?:camarita|fantasmita|fantasmito|avioncito|telefonito)\\b|\\b(?:avioncito|fantasmita|fantasmito|camarita|telefonito) (?:azul|amarillo|amarilla|verde|de colores)\\b|\\bcaralibro\\b',
    '\\b(?:busca(?:me)?|estoy|mi nombre|respondo|escribeme|agregame|hablamos|encuentrame)\\b',
  ],
  [
    '\\bpetit fantome\\b|\\bfantome jaune\\b|\\b(?:truc|appli|application|reseau) (?:vert|verte|bleu|bleue|jaune)\\b|\\bavion (?:en papier )?bleu\\b|\\bchez zuckerberg\\b|\\bface de bouc\\b',
    "\\b(?:viens|cherche|retrouve|je m'appelle|ajoute|ecris|trouve|je reponds|nom)\\b",
  ],
  [
    '(?:緑|みどり|青|黄色|紫)い?の?(?:やつ|アプリ|ほう|方)|(?:カメラ|紙飛行機|おばけ|吹き出し)の?(?:マーク|アイコン)の?(?:やつ|アプリ|ほう)',
    '探|検索|話|id|追加|名前|連絡|合言葉',
  ],
].map((pair) => pair.map((pattern) => new RegExp(pattern, 'u')));
/** A name spelled in words. */
const NAME_SPELLED =
  /\b(?:name|nombre|nom|pseudo|id)\b[^.!?]{0,20}\b(?:underscore|unterstrich|guion bajo|tiret (?:du )?bas)\b|[a-z\d] ?(?:アンダーバー|アンダースコア)|(?:アンダーバー|アンダースコア) ?[a-z\d]/u;
const MAIL_SPELLED =
  /\b(?:klammeraffe|arroba|arobase?)\b[^.!?]{0,30}\b(?:punkt|punto|point|dot)\b|あっとまーく|あっと[^。]{0,12}どっと/u;
const SITE_OF_PAGES = String.raw`(?:link ?tr ?\.? ?ee|onlyfans|mym|patreon|fansly|carrd|リットリンク)`;
const PATH_SPELLED = new RegExp(
  String.raw`(?<![a-z])${SITE_OF_PAGES}[^.!?]{0,12}(?:\bslash\b|/|\bschragstrich\b|\bbarra\b|\bbarre oblique\b|スラッシュ)|(?:\bslash|\bschragstrich|\bbarra|\bbarre oblique|スラッシュ) ?[a-z]{1,20}[_\d]`,
  'u',
);

const PHONE_DIGITS_MIN = 7;
/** Digits that suffice where letters stand for some of them: nobody writes so without a reason. */
const DISGUISED_DIGITS_MIN = 6;
const LETTERS_AS_DIGITS = /(?<![\p{L}\d])(?:(?=[ol]{0,6}\d)[ol\d]{2,8}|(?:[ol] ){2,6}(?=\d))(?![\p{L}])/gu;
const DIGIT_RUN = /\+?\d(?:[\s().\-–—/_,、ー・の|*]{0,3}\d){5,}/g;
const DATE = /(?<![\d.\-/])(?:\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:19|20)?\d\d|(?:19|20)\d\d-\d\d-\d\d)(?![\d]|[.\-/]\d)/g;
const YEARS = /^(?:(?:19|20)\d\d[\s,.\-/]*)+$/;
const THOUSANDS = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/;
const LIST = /^\d{1,4}(?:, ?\d{1,4})+$/;
const SCORE = /^\d{1,2}-\d{1,2}(?:[, ]+\d{1,2}-\d{1,2})+$/;

const SCHEME =
  /(?:h\s?(?:t\s?t|x\s?x)\s?p\s?s?\s?[:/]|\b(?:bit|tinyurl) ?(?:\.|dot|punto|point|punkt)? ?ly\b|\bhttps?\b|\bhxxps?\b|\bwww(?:\s?\.|\s(?:dot|punkt|punto|point)\s))/u;
const DOMAIN =
  /(?<![\p{L}\p{N}.-])([\p{L}\p{N}][\p{L}\p{N}-]{0,40}(?:\.[\p{L}\p{N}-]{1,40}){0,4})\.([a-z]{2,24})(?![\p{Script=Latin}\p{N}-]|\.\p{L})(\/[^\s]*)?/gu;
const SPACED_DOMAIN = /[\p{L}\p{N}-]{2} \. ?([a-z]{2,24})(?![\p{L}])/gu;
const DOMAIN_IN_WORDS = new RegExp(
  `[\\p{L}\\p{N}-]{2}${DOT_WORD}${WORDED_ENDING}(?![\\p{Script=Latin}])|(?:dot|punkt) (?:de|es|me)\\b|ドット(?:コム|ネット|ジェーピー|オルグ)`,
  'u',
);
/** Companies whose name is an address, and where nobody has a page: a topic like any other. */
const SPOKEN_OF = new Set(['booking', 'hotels', 'amazon', 'ebay', 'check24', 'idealo', 'doctolib', 'leboncoin']);
const NOT_FILES = new Set(['js', 'ts', 'md', 'zip', 'mov']);
const LINK_CUE =
  /(?:page|site|website|seite|pagina|web|visit|entra en|besuch|look(?: at)?|see|unter|auf|sur|sobre|on|at|click|klick)[ :]+(?:is |es |est |ist )?$/u;

/** Whether a text has an address of an email, in any spelling, or a phone number. */
export function givesAddress({ text }: ComparableText): boolean {
  return EMAIL.test(text) || EMAIL_IN_WORDS.test(text) || hasPhoneNumber(text);
}

/** Whether a text gives or asks for a way to reach each other elsewhere. */
export function mentionsContact(comparable: ComparableText): boolean {
  const { text, letters } = comparable;
  return (
    givesAddress(comparable) ||
    MAIL_SERVICE.test(text) ||
    HANDLE.test(text) ||
    LABELLED_HANDLE.test(text) ||
    invitesToMessenger(text.replace(PUTS_OFF_JAPANESE, '')) ||
    (letters !== text && (hidesMessenger(text, letters) || invitesToMessenger(letters))) ||
    NICKNAMED.some((pair) => pair.every((pattern) => pattern.test(text))) ||
    NAME_SPELLED.test(text) ||
    MAIL_SPELLED.test(text) ||
    ASKS_FOR_DIGITS.test(text) ||
    asksForNumber(text) ||
    givesOwnNumber(text)
  );
}

/** Whether a text contains a web address, of any ending. */
export function mentionsLink({ text, letters }: ComparableText): boolean {
  if (SCHEME.test(text) || DOMAIN_IN_WORDS.test(text) || PATH_SPELLED.test(text) || PATH_SPELLED.test(letters))
    return true;
  for (const [, ending = ''] of text.matchAll(SPACED_DOMAIN))
    if (ADDRESS_ENDINGS.has(ending) && !WORD_ENDINGS.has(ending)) return true;
  for (const { 1: name = '', 2: ending = '', 3: path, 0: whole, index } of text.matchAll(DOMAIN)) {
    if (!ADDRESS_ENDINGS.has(ending) || (NOT_FILES.has(ending) && !path)) continue;
    if (SPOKEN_OF.has(name) && !path) continue;
    if (!WORD_ENDINGS.has(ending) || path || /[-\d.]/.test(name)) return true;
    const isLast = index + whole.length >= text.trimEnd().length;
    if (isLast || LINK_CUE.test(text.slice(Math.max(0, index - 24), index))) return true;
  }
  return false;
}

/** A name of a messenger alone is harmless; asking somebody there is not. */
function invitesToMessenger(text: string): boolean {
  if (AMBIGUOUS_MESSENGER.test(text) || JAPANESE_ID.test(text)) return true;
  let names = 0;
  for (const { 0: name, index } of text.matchAll(MESSENGER)) {
    names += 1;
    if (names > NAMES_MAX) return true;
    const before = lastSentence(text.slice(Math.max(0, index - SENTENCE_MAX), index));
    const after = firstSentence(text.slice(index + name.length, index + name.length + SENTENCE_MAX));
    if (WORKS_FOR.test(before) || WORKS_FOR_JAPANESE.test(after)) continue;
    const around = `${before.replace(MESSENGER, '')}${NAMED}${after}`;
    if (INVITES.some((pattern) => pattern.test(around))) return true;
    if (DENIES.test(around)) continue;
    if (IS_THERE.some((pattern) => pattern.test(around))) return true;
    if (countWords(around) < WORDS_OF_A_STORY) return true;
  }
  return false;
}

/** Words in comparable text. Japanese has no spaces: some two characters are a word. */
export function countWords(text: string): number {
  const japanese = text.match(/[\u3040-\u30ff\u4e00-\u9fff]/g)?.length ?? 0;
  return Math.round(japanese / 2) + (text.match(/\p{Script=Latin}+/gu)?.length ?? 0);
}

/** Whether a messenger's name is written so that only `letters` shows it. */
function hidesMessenger(text: string, letters: string): boolean {
  return JOINED_MESSENGER.test(letters) && !JOINED_MESSENGER.test(text);
}

function asksForNumber(text: string): boolean {
  const rest = text.replace(PUTS_OFF_JAPANESE, '');
  const match = NUMBER_REQUEST.exec(rest);
  return match !== null && !PUTS_OFF.test(rest.slice(Math.max(0, match.index - 45), match.index + match[0].length));
}

function givesOwnNumber(text: string): boolean {
  for (const { 0: match, index } of text.matchAll(OWN_NUMBER)) {
    const before = text.slice(Math.max(0, index - 45), index).replace(/.*[.,!?;:]/u, '');
    const after = text.slice(index + match.length, index + match.length + 30).replace(/[.,!?;].*/u, '');
    if (
      !DENIES.test(before) &&
      !PUTS_OFF.test(before) &&
      !/\b(?:nicht|ungern|kein|not|yet|pas|no)\b/.test(after) &&
      !/\b(?:rather not|ready|yet)\b/.test(before)
    )
      return true;
  }
  return false;
}

function lastSentence(text: string): string {
  return text.slice(Math.max(...['. ', '! ', '? ', '。', '!', '?'].map((end) => text.lastIndexOf(end) + 1)));
}
function firstSentence(text: string): string {
  const end = text.search(/[.!?](?:\s|$)|。/);
  return end < 0 ? text : text.slice(0, end + 1);
}

function hasPhoneNumber(text: string): boolean {
  const plain = text.replace(LETTERS_AS_DIGITS, (run) => run.replaceAll('o', '0').replaceAll('l', '1'));
  const digitsMin = plain === text ? PHONE_DIGITS_MIN : DISGUISED_DIGITS_MIN;
  const digits = toDigitRuns(plain).replace(DATE, '#');
  for (const [run] of digits.matchAll(DIGIT_RUN)) {
    if ([YEARS, THOUSANDS, LIST, SCORE].some((harmless) => harmless.test(run))) continue;
    if (run.replace(/\D/g, '').length >= digitsMin) return true;
  }
  return false;
}
