import type { ComparableText } from '../../../core/text/message-text.rules.ts';

/** Parts of the body of which strangers ask for pictures. */
const PARTS = {
  en: '(?:tits?|titties|boobs?|breasts|ass|butt|pussy|dick|cock)',
  de: '(?:titten|bruste[n]?|busen|arsch|muschi|schwanz|penis)',
  es: '(?:tetas|pechos|culo|cono|polla|verga|pito)',
  fr: '(?:seins|nichons|fesses|cul|chatte|bite)',
};

/**
 * Requests for pictures without clothes and for sex, in five languages, in comparable text. A word of nudity alone is harmless: "I paint nudes".
 */
const REQUESTS = [
  // English.
  "(?<!\\b(?:never|don't|do not|not|doesn't|won't|who|people who|men who) )\\b(?:send|snd|show|give|share|trade|swap|exchange|want|wanna see|see|have|got|get|drop)\\b(?: (?:to )?(?:me|us))?(?: (?:some|a|an|any|your|ur|more|just|one|pic|pics|picture|pictures|photo|photos|of|you|yourself|yours))* (?:n(?:u|oo)d(?:es?|s)|nudies)\\b(?! (?:by|of (?:the|a)|drawings?|paintings?|class|beach|beaches|model|models|art|lipstick|colou?r|shades?|tones?|nails?|dress|shoes|heels)\\b)",
  '\\b(?:send|snd|show|give|share)\\b(?: (?:me|us))(?: (?:some|a|an|any|your|ur|more|just|one))* (?:(?:naked|nude|topless) (?:pics?|pictures?|photos?|selfies?|videos?|body)|(?:pics?|pictures?|photos?|selfies?|videos?) (?:of (?:you|u|yourself|your body) )?(?:naked|nude|topless|without (?:clothes|your clothes|a bra)))\\b',
  `\\b(?:send|show|let me see|wanna see|want to see)\\b(?: (?:me|us))?(?: (?:some|a|pics?|pictures?|photos?|of))* (?:your|ur) (?:naked |bare |big )?${PARTS.en}(?![\\p{L}-])(?! (?:of|out|off|kick)\\b)`,
  '^(?:(?:hi|hey|hello|so|and|u|any|got|send|have|trade),? )*nudes ?(?:\\?|pls|plz|please|$)|\\bnudes (?:pls|plz|please)\\b|\\bsendnudes',
  "\\b(?:wanna|want to|let'?s|lets|can we|can i|could we|shall we|would you|looking to|down to|dtf|i (?:want|would love|'d love) to)(?: (?:just|you|u|me))? (?:fuck(?! (?:off|up|around|it|this|that|with)\\b)|have sex|suck (?:my|your|ur)|bang (?:you|u|me)\\b|sext)|\\bdtf\\b",
  // German.
  '\\b(?:schick\\w*|sende\\w*|zeig\\w*|hast|gib|mag(?:st)?|will|mochte)\\b(?: (?:du|mir|mal|doch|bitte|ich|uns|ein(?:e|en|paar)?|paar|dein(?:e|en|er)?|von|dir|auch|noch|heute|so))* (?:nackt(?:bild\\w*|foto\\w*|selfie\\w*|video\\w*|pics?)|nudes|(?:bild\\w*|foto\\w*|selfie\\w*|video\\w*|pic\\w*) (?:von dir )?(?:nackt|oben ohne|ohne (?:klamotten|kleider|kleidung|bh)))(?![\\p{L}])',
  '(?<!keine? )\\b(?:nacktbild\\w*|nacktfoto\\w*|nacktselfie\\w*|nudes)(?: (?:von|dir|mir|doch|mal|bitte))* (?:schick\\w*|tausch\\w*|send(?:en|est))(?![\\p{L}])',
  `\\b(?:schick\\w*|zeig\\w*)(?: (?:du|mir|mal|doch|bitte|ein|bild|foto|von))* deine?[nrm]? (?:nackten? )?${PARTS.de}(?![\\p{L}])`,
  '\\b(?:lust auf|lust zu|bock auf|wollen wir|lass uns|willst du|ich will|mochtest du|ich mochte)(?: (?:mit|mir|dir|dich|mich|einfach|heute|ein bisschen))* (?:sex\\b|ficken|vogeln|bumsen|poppen|sexting)',
  // Spanish.
  '\\b(?:manda\\w*|envia\\w*|pasa\\w*|ensena\\w*|muestra\\w*|tienes|dame|comparte\\w*)(?: (?:me|una|unas|algunas?|tus?|foto|fotos|fotitos?|video|videos|de|ti|mas|pack|un|el|asi|por favor))* (?:nudes|desnud(?:a|o|as|os|it[oa])|sin ropa|encuerad[oa])(?![\\p{L}])|\\b(?:manda\\w*|envia\\w*|pasa\\w*)(?: (?:me|el|tu|un))* pack\\b(?= ?(?:[?!.]|$|porfa))',
  `\\b(?:mandame|enviame|ensename|muestrame|manda|ensena|pasame|quiero ver)(?: (?:una|foto|fotos|de))* (?:las|tus?|el) ${PARTS.es}(?![\\p{L}])`,
  '\\b(?:quieres|queres|vamos a|quiero|te gustaria|quisiera|ganas de)(?: (?:tener|solo|un|un poco de))* (?:sexo\\b|sexting|coger(?:te|nos|me)|follar(?:te|nos|me)?(?![\\p{L}]))',
  // French.
  "\\b(?:envoie|envoies|envoyer|envoyez|montre|montres|montrer|donne|file|t'as|tu as|echange)(?:[ -](?:moi|m'|un|une|des|tes|ta|ton|photo|photos|video|videos|selfie|de|toi|plus|stp|en))* (?:nudes?|nue|nues|nu|denudee?s?|sans vetements|a poil)(?![\\p{L}-])",
  `\\b(?:envoie|montre|fais)(?:[ -](?:moi|voir|une|photo|photos|de))* (?:tes|ton|ta) (?:gros |grosses? |beaux |petits? )?${PARTS.fr}(?![\\p{L}])`,
  "\\b(?:tu veux|t'as envie|envie|on va|je veux|j'ai envie|ca te dit|veux-tu)(?: (?:de|qu'on|te|faire|juste|un|plan))* (?:baise[rs]?|niquer|sexe\\b|sexto\\w*|du sexe)(?![\\p{L}])|\\bplan cul\\b[^.!]{0,20}\\?",
  // Japanese.
  '(?:裸|ヌード|はだか|全裸|下着姿?|おっぱい|胸|エッチな?|えっちな?|エロい?)の?(?:写真|画像|写メ|自撮り|動画|やつ)?(?:を|も|の)?(?:送って|見せて|ちょうだい|くれ(?:ない|ます|る)|送れ|見たい|交換)',
  '(?:エッチ|えっち|セックス|せっくす|エロいこと|ヤリ)(?:し(?:よ|ない\\?|たい|ませんか)|とも?募集|できる\\?|目的)',
].map((pattern) => new RegExp(pattern, 'u'));

/** Whether a message to a stranger asks for pictures without clothes, or for sex. In linear time. */
export function asksForSex({ text, letters }: ComparableText): boolean {
  return REQUESTS.some((pattern) => pattern.test(text) || (letters !== text && pattern.test(letters)));
}
