import type { ActLines } from './act-lines.data.ts';

/** English. */
export const ENGLISH: ActLines = {
  offerYes: ["I'd like that!", "Sounds good, I'd love to."],
  offerLater: ["I'd love to, just not right away. Could we find a day that suits us both?"],
  planYes: ["Great, I'm looking forward to it!", "Lovely, it's a plan!"],
  planNo: ['No problem at all, these things happen.', 'Thanks for letting me know. Shall we find another day?'],
  counterYes: ['Sure, that works for me!'],
  sympathy: ["Oh no, I'm sorry to hear that."],
  kindness: ['You just made me smile.'],
  worry: [
    "That sounds really hard. I'm glad you told me.",
    "Thank you for trusting me with that. I'm happy to listen if you want to say more.",
  ],
  apology: ["Thank you for saying that. It's okay.", 'I appreciate that, thank you. All good.'],
  needsTime: ['Thanks for saying sorry. I just need a little time.'],
  reassure: ['Nothing to worry about, really.', "Please don't worry. I like talking with you."],
  understands: ['I completely understand that.'],
  nerves:
    'nervous|nerves|nervy|anxious|jitter\\p{L}*|scared|terrified|afraid|panic\\p{L}*|butterflies|freaking|bricking|stress\\p{L}*|shaking',
  understood: 'understand|understandable|make sense|clear|mistakes?|correct(?:ly)?|right|wrong|my english',
  ill: 'ill|sick|flu|fever|covid|poorly|hospital|a&e|stomach bug|food poisoning|threw up|throwing up|migraine|accident|broke my \\p{L}+|stolen|burgled',
  noWorries: ['No worries at all!'],
  bad_day: ['Oh no, poor you.', 'Ugh, that sounds annoying.'],
  good_news: ["That's wonderful, I'm so happy for you!", 'Oh, how great! That made me smile.'],
  praise: ['Thank you, that made me smile.', "That's really kind of you, thank you!"],
  joke: ['Haha, that made me smile.'],
  thanks: ["You're very welcome!", "I'm really glad."],
  language_help: [
    'I understood you perfectly, so no worries.',
    "It reads really well. If something sounds odd, I'll tell you.",
  ],
  photo_ask: ['Sure, give me a moment to find one.'],
  photoLater: ["Maybe a bit later, if that's okay with you."],
  sends: "(?:(?:i'm|i am|i'll|i will|let me|i just|i) (?:send(?:ing)?|sent|show)|here'?s|here is) (?:you )?",
  contact_ask: [
    "I'd rather keep chatting here for a while, if that's okay with you.",
    "I'd be happy to, a little later, once we know each other better.",
  ],
  gets_into: ['How did you get into that?', 'How did that start for you?'],
  enjoys: ['What do you like most about it?', "What's the best thing about it for you?"],
  lives: ['What do you like most about living there?', 'Where would you take somebody who has never been there?'],
  pet: ['Aww! How long have you been together?', 'How sweet! How did you find each other?'],
  trip_ahead: ['What are you looking forward to most?'],
  ahead: ['Have fun, and tell me how it went!', 'Enjoy it, and let me know how it was!'],
  was_there: ['What was the best part?', 'Which moment stayed with you most?'],
  media: ['Would you recommend it?', 'What made you pick it?'],
  learns: ['How is it going so far?', 'What made you start with that?'],
  made: ["That's impressive! How long did it take you?", 'Impressive! Where did you learn to do that?'],
  night: ['Good night, sleep well!', 'Sweet dreams!'],
  nightWords: '(?:good ?)?night|nighty|bed(?:time)?|sleep(?:y)?|dreams?|goodnight|gn|zzz+|pillow|nite',
  leaving: ['Take care, talk soon!', 'See you later, have a good one!'],
  leavingWords:
    "bye|goodbye|later|laters|ttyl|gotta|got to|have to (?:go|run|dash)|need to (?:go|run|dash)|must (?:go|dash|run)|off (?:to|now|out)|heading|head (?:off|out|home)|(?:see|catch|speak|talk|chat|text) (?:to |with )?(?:you|ya|u|soon|tomorrow)|see (?:you|ya)|cu|until tomorrow|take care|have a (?:good|nice|great|lovely)|cheerio|toodle\\p{L}*|ta-?ra|i'm (?:off|going|leaving)|im off",
  luck: ['Fingers crossed for you!', "Good luck, you've got this!"],
  luckWords:
    '(?:cross|keep) (?:your|ur) fingers|wish me luck|fingers crossed for me|(?:root|pray) for me|send (?:me )?(?:luck|good vibes)',
  greeting: ['Hey! How are you today?', 'Hi! Nice to hear from you. How are things?'],
  greetingAsked: ["Hi! I'm doing well, thanks. And you?", 'Hey, all good here, thanks for asking! And you?'],
  howAreYou:
    "how are (?:you|ya|things|u)|how(?:'s| is| are|s) (?:it going|life|things|(?:your|ur|the) (?:day|week|weekend|evening|morning|afternoon|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day))|how do you do|how(?:'ve| have) you been|what'?s up|you (?:ok|okay|alright|all right|good|well)|all (?:good|well)|how r u|hru",
  choice: ['%option, no question! And you?', '%option, every time. And you?'],
  or: ' or ',
  beforeOptions:
    "(?:(?:would|do|are|is|did|were) (?:you|it|your \\w+) (?:rather |prefer |more (?:of )?|usually |like |a )*|(?:what|which|who)(?:'s| is| do| would)? (?:it|better|worse|best|you prefer)(?: gonna be| going to be)?|team|so|ok(?:ay)?|quick (?:question|test|one)|be honest|important question|very important|serious question)[:,]?",
  orNo: '(?:something|so|what|whatever|not|anything|somewhere|later|no)(?!\\p{L})|(?:are|is|do|does|have|would|will|am|were|did) (?:you|u|it|that|this|i|there)(?!\\p{L})|too ',
  tellMe: 'let me know|tell me|lmk|say (?:if|whether|when)|up to you|your (?:choice|call)|you (?:choose|decide|pick)',
  offence:
    'rude|mean to you|(?:was|so) mean|harsh|unfair|snapp(?:y|ed)|short with|shouted|yelled|lied|insensitive|hurt(?:ful)?|grumpy|moody|(?:what|how|things?) i said|overreact\\p{L}*|out of order|out of line|no excuse|stood you up|ignor\\p{L}*|my (?:tone|temper|fault)|jealous\\p{L}*|too far|for (?:yesterday|last night|being)',
  thanksWords: 'thanks?|thx|tysm|ty|cheers|thank(?:ing)?|grateful|appreciate\\p{L}*',
  ofYou: '(?:of|with) (?:you|u|ya|yourself)|selfies?|your (?:face|body|smile|outfit)|you look like|of that face',
  ofThing:
    '(?:pics?|photos?|pictures?|snaps?|shots?) of (?:(?:the|your|ur|that|this|it|him|her|them|those|these) ?)|(?:dog|cat|puppy|kitten|food|cake) (?:pics?|photos?|pictures?)',
  laughs: 'laugh\\p{L}*|funny|hilarious|jok(?:e|es|ing)|giggl\\p{L}*|chuckl\\p{L}*|cackl\\p{L}*',
  thankedFor:
    '(?:thanks?|thank (?:you|u|ya)|thx|ty|tysm|cheers|grateful)(?: \\p{L}+){0,4} for|last night|yesterday|today|tonight|evening',
  acquainted:
    'again|last (?:time|night|weekend)|yesterday|when we met|as usual|same (?:place|spot|table)|(?:next|second|our|first) date|your place|after all',
  condolence:
    "(?:so|very|really|terribly|truly) sorry|sorry (?:to hear|for your|about|(?:that )?you)|condolences|that(?:'s| is| must be| sounds| must feel) (?:so |really |very )?(?:hard|tough|awful|terrible|rough)",
  untilDay:
    '(?:see|talk|speak|chat|catch|write|text|message|call|until|till|til)(?: (?:to|with))?(?: (?:you|u|ya|each other))?(?: again)?(?: on)? (?:tomorrow|tmrw|tmr|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|in the morning)',
  soon: 'talk soon|see you later',
  wishes:
    "sleep (?:well|tight|good)|rest (?:well|up)|good (?:night'?s )?(?:sleep|rest)|get some (?:sleep|rest)|(?:sweet|good|nice|pleasant) dreams|dream (?:well|sweet(?:ly)?|something)|good ?night|night night|nighty",
  asksBack:
    'your turn|(?:and|what about|how about) (?:you|u)(?=\\s*(?:[?!.…,]|$))|hbu|wbu|over to you|(?:have|got|need|must|had) (?:to )?(?:ask|know)|spill',
  openQuestion: "what(?:'s|s|re)?|which|who(?:'s|se|m)?|where(?:'s)?|when|why|how(?:'s)?|or",
};
