import { toComparable } from '../../../core/text/message-text.rules.ts';

/** Asks the other how old they are, and not how old a dog or a daughter is. */
const ASKS_AGE =
  /(?<![\p{L}'])(?:how old (?:are|r) (?:you|u|ya)(?! when)|what(?:'s| is|s)? (?:is )?(?:your|ur) (?:real |actual |true )?age|(?:your|ur) (?:real |actual )?age ?\?|^age ?\?|(?:are|r) (?:you|u) (?:really |actually )?(?:over )?(?:18|19|2\d)|wie alt (?:bist|sind sie|biste)|(?:dein|ihr)(?: echtes| wirkliches)? alter|bist du (?:schon |wirklich |echt |uberhaupt )*(?:18|19|2\d|volljahrig)|cuantos anos (?:tienes|tenes|tiene usted)|que edad (?:tienes|tenes|tiene usted)|(?:cual es )?tu edad|eres mayor de edad|(?:de verdad )?tienes (?:18|19|2\d)|(?:t'as|tu as|as-tu|avez-vous|vous avez) (?:vraiment )?(?:quel age|18|19|2\d)|quel age (?:as-tu|tu as|t'as|avez-vous|vous avez)|(?:c'est quoi )?ton (?:vrai )?age|tu es majeure?|t'es majeure?)(?!\p{L})|(?<!\p{L}(?:は|って|の))(?:何歳|おいくつ|いくつ)(?:なの|ですか|なんですか|になる)?[?？]|(?:年齢|歳)(?:は|って|を)|(?:18|19|2\d)歳(?:なの|ですか|以上)/u;
/** In Japanese the question does not say whose age. */
const OF_ANOTHER =
  /(?<!\p{L})(?:dog|cat|son|daughter|kids?|child(?:ren)?|hund|katze|kater|tochter|sohn|kinder|perr[oa]|gat[oa]|hij[oa]s?|chien|chatt?e?|fils|fille|enfants?)(?!\p{L})|犬|猫|ネコ|ワンちゃん|わんちゃん|ペット|娘|息子|お子|子ども|子供|甥|姪|(?:妹|弟|兄|姉)さ?ん?[はのっ]/u;

const FILLER =
  "(?:bah|bein|ben|bon|well|so|um+|uh+|e?hm+|a+h*|oh|ok(?:ay)?|honestly|tbh|actually|really|truth is|in (?:echt|wirklichkeit|wahrheit)|eigentlich|ehrlich(?: gesagt)?|wirklich|en (?:vrai|realite|fait|realidad)|la (?:verite|verdad)(?: es que)?|de verdad|pues|bueno|haha+|jaja+|lol|i'?m|i am|ich(?: bin)?|bin|werde|soy|tengo|j'ai|jai|je suis|moi|yo|erst|only|just|solo|seulement|que|almost|nearly|fast|bald|casi|presque|bientot|gerade|turning|noch|still|also|na(?:ja)?|nee|nein|no|non|nope|sorry|perdon|pardon|desolee?)";
const YOUNG =
  '(?:1[0-7]|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|elf|zwolf|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|once(?= anos?|[.,!]|$)|doce|trece|catorce|quince|dieciseis|diecisiete|onze|douze|treize|quatorze|quinze|seize|dix-sept)';
/** What makes the number one of hours, of kilometres, or of years since something. */
const OF_SOMETHING_ELSE =
  '(?![\\p{L}\\d:%€$£]|[.,]\\d|[/+-]\\d| (?:out of|when|als ich|cuando|quand|de|von|sur) )(?! ?(?:uhr|o.?clock|[ap]m|h|hrs?|heures?|horas?|hours?|stunden?|min\\p{L}*|sec\\p{L}*|sek\\p{L}*|km|kilomet\\p{L}*|miles?|meilen|millas|cm|kg|days?|tagen?|jours?|dias?|weeks?|wochen|semaines?|semanas?|months?|monaten?|mois|meses|euros?|pounds|dollars|prozent|percent|times|mal|fois|veces|people|leute|personas|personnes|times|or more)(?!\\p{L}))(?! (?:years?|jahren?|anos?|ans?) (?:ago|older|younger|here|in|since|alter|junger|hier|mas|menos|aqui|de plus|de moins|plus|ici|que|que je|that|und \\p{L}+ monate))';
const ANSWERS_YOUNG = new RegExp(
  `^[^\\p{L}\\d]*(?:${FILLER}[ ,.!…:]+){0,6}${YOUNG}${OF_SOMETHING_ELSE}|^(?:あ|え|えっと|うーん|実は|本当は|ほんとは|まだ|今|いま|、|\\s|…)*(?:1[0-7]|十[一二三四五六七])(?:歳|才)?(?:です|だ|なの|なん|に|笑|w|だけど|ですけど|[！。、…〜～]|$)`,
  'u',
);
const JOKES =
  /(?<!(?:no|not|kein|keine|sin|sans|ohne) )(?<!\p{L})(?:(?:just )?(?:kidding|joking)|jk|spass|scherz|quatsch|es broma|rigole|blague|deconne)(?!\p{L})|(?:なんて|冗談)(?:ね|です|だよ|$)/u;

/** A bare number under 18 as the answer to the question how old one is. */
export function answersUnderAge(question: string, answer: string): boolean {
  const asked = toComparable(question.slice(0, READ_MAX_CHARS)).text;
  if (!ASKS_AGE.test(asked) || OF_ANOTHER.test(asked)) return false;
  const { text } = toComparable(answer.slice(0, READ_MAX_CHARS));
  return ANSWERS_YOUNG.test(text) && !JOKES.test(text);
}

const READ_MAX_CHARS = 500;
