import { type Cue, type LanguageCues, words } from './cue.ts';

/** Maps a phrase in full, contracted, or without its apostrophe to one form. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bi am\b|\bim\b/g, "i'm"],
  [/\bi have\b|\bive\b/g, "i've"],
  [/\byou are\b|\byoure\b/g, "you're"],
  [/\byou have\b|\byouve\b/g, "you've"],
  [/\b(that|it) is\b/g, "$1's"],
  [/\bthats\b/g, "that's"],
  [/\b(do|did|does|should|was|is) not\b/g, "$1n't"],
  [/\b(do|did|does|should|was|is)nt\b/g, "$1n't"],
];

/** Up to two words in between, without a negation. */
const FILLED = '(?: (?!not|never|no)[a-z]+){0,2}';

/** Words that only intensify or weaken the next word. */
const DEGREE =
  '(?: (?:feeling|just|really|so|very|a|bit|little|kind|kinda|of|sort|quite|pretty|rather|somewhat|too|still|always|often|sometimes|honestly|actually|super|incredibly|extremely|totally|completely|more|lately)){0,5}';
const LOW_MOOD =
  'scared|afraid|anxious|nervous|lonely|lonesome|isolated|ashamed|embarrassed|insecure|self-conscious|hurt|heartbroken|overwhelmed|vulnerable|worried|sad|depressed|grieving|guilty|exhausted|drained|burnt out|burned out|stressed|devastated|terrified|homesick|jealous|hopeless|helpless|worthless|unloved|unwanted|abandoned|rejected|misunderstood|inadequate|miserable|tearful';
/** Words that are moods only after "feel": "down for pizza" is not a mood. */
const FELT_MOOD = 'alone|down|low|empty|lost|small|blue|numb|fragile|raw|broken|invisible|not good enough';
/** Excludes phrases about someone else's feelings. */
const NOT_YOURS =
  "(?<!\\byou(?:'re|r)?(?: not| been| still| ever)? )(?<!\\b(?:if|someone|anyone|people|he's|she's|they're|they|who's) )";
const LATELY = '(?:lately|recently|today|tonight|these days|right now|sometimes|at times|at night|this week)';

const VULNERABILITY: readonly Cue[] = [
  [
    cue(
      `i(?:'m|'ve been| was| feel| felt| get| got)${DEGREE} (?:${LOW_MOOD})|i(?: feel| felt|'m feeling|'ve been feeling| was feeling)${DEGREE} (?:${FELT_MOOD})`,
    ),
    0.5,
  ],
  [cue(`${NOT_YOURS}feeling${DEGREE} (?:${LOW_MOOD}|${FELT_MOOD})`), 0.45],
  [cue(`(?<![a-z] )(?:a )?(?:bit|little|kinda|quite|pretty|really|so) (?:${LOW_MOOD}) ${LATELY}`), 0.4],
  [
    cue(
      "i (?:don't|didn't) feel (?:good enough|enough|safe|seen|loved|like myself)|nobody (?:really )?(?:knows|understands|understood|sees) me|i(?:'ve)? been crying|i cried|i need(?:ed)? a hug|panic attacks?|my heart (?:aches|hurts|is broken)|broke my heart|i hate being alone|i(?:'ve| have) (?:trouble|a hard time) (?:trusting|opening up|letting people)|i find it (?:hard|difficult) to (?:trust|open up|let)|(?:scared|afraid|terrified) of (?:losing|being|getting hurt|opening)|i don't have (?:anyone|many friends|any friends)|going through a (?:hard|rough|tough|difficult|bad) (?:time|patch|phase)|(?:it's been|i've had|i had|i'm having) a (?:really |very |so )?(?:hard|rough|tough|difficult) (?:day|week|month|year|few)",
    ),
    0.45,
  ],
  [
    cue(
      `i(?:'m|'ve been| was| feel| felt| get| got| become)${FILLED} (?:scared|afraid|anxious|nervous|lonely|alone|ashamed|embarrassed|insecure|hurt|heartbroken|overwhelmed|vulnerable|worried|sad|depressed|grieving|guilty|exhausted|burnt out|burned out|stressed|devastated|terrified|struggling|homesick|jealous)`,
    ),
    0.5,
  ],
  [cue("i'm not (?:okay|ok|fine|doing well)"), 0.5],
  [cue("i(?:'ve)? never (?:really )?(?:told|shared|admitted|talked about|said (?:this|it|that out))"), 0.6],
  [
    cue("i (?:don't|rarely|seldom)(?: usually| often| really)? (?:tell|share|talk about|say) (?:this|that|people|it)"),
    0.5,
  ],
  [
    cue(
      'my (?:biggest |worst |deepest |greatest )?(?:fears?|insecurit(?:y|ies)|regrets?|anxiety|depression|divorce|break-?up|therapist|therapy|grief|loneliness)',
    ),
    0.45,
  ],
  [
    cue(
      '(?:i (?:lost|miss|still miss)|when)? ?my (?:mum|mom|mother|dad|father|brother|sister|best friend|friend|partner|husband|wife|grandmother|grandfather|grandma|grandpa) (?:died|passed away|was ill|was sick|got ill|got sick|left us|left me)',
    ),
    0.5,
  ],
  [
    cue(
      'i (?:lost|(?:still )?miss) my (?:mum|mom|mother|dad|father|brother|sister|best friend|friend|partner|husband|wife|grandmother|grandfather|grandma|grandpa|dog|cat|job)',
    ),
    0.5,
  ],
  [
    cue(
      "i(?:'ve)?(?: still| always| often| used to)? struggled?|i (?:still )?cr(?:y|ied)|it (?:still )?hurts?(?: me)?|(?:hard|difficult|not easy) for me|hard to (?:admit|say)|i find it hard|i was bullied|i grew up without|i regret|asking for help|being too much",
    ),
    0.4,
  ],
  [
    cue(
      "to be honest|honestly|if i'm honest|the truth is|truth is|i (?:have to|must) admit|i admit|i confess|deep down|opening up|i trust you",
    ),
    0.15,
  ],
  [
    cue("i feel|i felt|i'm feeling|i was feeling|feel(?:ing)? lost|felt lost|i wish i|i worry|i still think about"),
    0.18,
  ],
];

const SUPPORT: readonly Cue[] = [
  [
    cue(
      '(?:that|this|it) (?:sounds|must be|must have been|must feel|seems)(?: so| really| very| incredibly| pretty| quite| like)?(?: [a-z]+)? ?(?:hard|tough|difficult|painful|rough|exhausting|awful|heavy|lonely|scary|frustrating|a lot)',
    ),
    0.55,
  ],
  [cue("that's (?:so |really |very )?(?:hard|tough|difficult|painful|rough|awful)"), 0.4],
  [
    cue(
      "i'm here(?: for you| if|,|\\.| and|$)|here for you|here to listen|i'm listening|you're not alone|you can (?:talk to|tell) me|lean on me|sending (?:you )?(?:a )?(?:hugs?|love|strength)|not in a hurry|you don't have to",
    ),
    0.45,
  ],
  [
    cue(
      "i'm (?:so |really |very )?sorry(?: that)? (?:you|to hear|about your|this happened|that happened|it happened)|(?:i'm |so )?sorry (?:to hear|for your loss)",
    ),
    0.55,
  ],
  [
    cue(
      "proud of you|hang in there|stay strong|poor (?:you|thing)|hugs?\\b(?= to you| from me|[.! ❤]|$)|hug you|big hug|give you a hug|you'll (?:get|make it) through|you'll be (?:okay|ok|fine|happy)|this (?:too )?(?:will|shall) pass|it (?:will|does|gets|'ll) (?:get )?better|don't be so hard on yourself|don't give up|good luck|take care of yourself|by your side|next to you|you're not (?:boring|stupid|a burden|too much|weak)|whatever happens|you'?(?:'ve)? got this|i believe in you|take your time|no pressure|be kind to yourself|go easy on yourself|not your fault|it's (?:okay|ok|all right|alright) to|you did your best|you're doing (?:great|so well|well)|you're (?:so |very |really )?(?:strong|brave)|that (?:was|is|took|takes)(?: a lot of)? (?:brave|courage)|that's brave|(?:takes?|taken|took)(?: a lot of)? courage|must have taken",
    ),
    0.5,
  ],
  [
    cue(
      "i (?:can )?(?:understand|imagine) (?:how|why|that|it)|i can (?:understand|imagine)|i know how (?:that|it|you)|it makes sense that you|(?:thank you|thanks)(?: so much)? for (?:sharing|telling|trusting|opening)|glad (?:that )?you (?:said|told|shared|trusted)|i understand (?:you|your|completely|what you)|(?:completely |totally |perfectly )?(?:understandable|valid|normal to feel)|(?:it )?sounds like you|i can (?:see|hear|tell) (?:that|how|you|why)|i hope you(?:'re| are| feel)|hope you're ok(?:ay)?|i'm right here|how are you (?:feeling|holding up|coping)|are you (?:okay|ok|all right|alright)|anything i can do|can i help",
    ),
    0.45,
  ],
  [
    cue(
      'well done|good for you|happy for you|you deserve|hope you feel better|hope (?:it|things) gets? better|rooting for you',
    ),
    0.35,
  ],
];

const REPAIR: readonly Cue[] = [
  [
    cue(
      "i apologi[sz]e|my apologies|(?:i'm )?(?:so |really |very )?sorry (?:if i|for (?:what|how|my|being|not|snapping)|about (?:what|how|earlier|yesterday|before|last)|i (?:was|didn't|said|made|upset|hurt|snapped))",
    ),
    0.55,
  ],
  [
    cue(
      "i didn't mean|didn't want to hurt|(?:i )?never meant to|my fault|my mistake|my bad|i was wrong|i overreacted|i was unfair|unfair of me|wasn't fair (?:on|to) you|i shouldn't have|i take (?:that|it all|it|this) back|(?:i )?take back what i|out of line|didn't handle (?:that|this|it) well|forgive me|that was wrong of me",
    ),
    0.5,
  ],
  [
    cue(
      "i see (?:your point|where you)|you're right|you were right|you've (?:got )?a point|fair point|i understand your side|(?:let's|can we|we can) talk (?:about (?:it|this|that|what)|tomorrow|later)|start (?:over|again)|don't want to (?:fight|argue)|let's not (?:fight|argue)|misunderstanding|misunderstood|meet in the middle|being (?:so )?(?:stubborn|unfair|harsh)|make (?:it|this|things) right|(?:can i|i can|how can i|want to|let me) (?:fix|make up for) (?:this|it)|i know i hurt you|agree to disagree|make it up to you|work (?:this|it) out|forgive",
    ),
    0.4,
  ],
];

/** "what do you", "how often", "have you"; not "what a day" or "when I was small". */
const QUESTION =
  /^(?:(?:and|so|but|ok|okay|well|hey|hi|oh) )?(?:(?:what|who|where|when|why|how|which)(?:'s| (?:do|does|did|are|is|was|were|would|could|can|will|should|about|have|has)\b)|what (?:kind|sort|time)\b|how (?:much|many|old|long|often|far|come)\b|(?:do|did|are|were|have|would|could|can|will|don't|aren't|wouldn't|haven't) you\b|(?:is|are) there\b|does it\b|(?:shall|should) we\b|any chance\b)/;

const TENSION: readonly Cue[] = [
  words(
    0.5,
    'leave me alone',
    'shut (?:up|it)',
    'stop (?:it|accusing|lying|blaming)(?! 😂)',
    "(?:you're|you are)(?: being| such| so| just)*(?: an?)? (?:ridiculous|selfish|impossible|unfair|pathetic|idiot|liar|jerk|childish|mean|cruel|stupid|annoying)",
    "(?:do not|don't|don't get to|you don't get to) (?:you )?(?:talk|speak) to me like that",
    "i'm (?:so )?(?:done|fed up|sick|tired) (?:with|of) (?:you|your|this)",
    "(?:i'm|i am) (?:so |very )?(?:sick|tired) of (?:you|your|this)",
    "what(?:'s| is) wrong with you",
    'screw you',
    'fuck (?:you|off)',
    'go to hell',
    'get lost',
    '(?:so |how )?typical of you',
  ),
  words(
    0.5,
    'you (?:never|always|only)(?: ever)? (?:listen|have time|care|run|make|do|say|think|answer|busy|ignore|put)',
    "you're always (?:busy|angry|late|complaining|right)",
    'think about yourself',
    'you only (?:ever )?think',
  ),
  words(
    0.45,
    "i'm (?:so |really |very )?(?:angry|furious|mad)(?: at you)?",
    "you're (?:angry|mad)",
    'you lied',
    "(?:that's|it's|that is|this is)(?: so| just)? (?:not fair|unfair|pointless|bullshit)",
    "(?:isn't|not|aren't being) fair",
    'you hurt me',
    'you ruined',
    '(?:such )?a horrible thing to say',
    "you don't even care",
    'how dare you',
    'i hate (?:you|these fights|this|fighting)',
    'your (?:excuses|lies|bullshit)',
    'fine\\. whatever',
  ),
];

const HUMOUR: readonly Cue[] = [
  words(
    0.45,
    "can't stop laughing",
    "(?:i'm|im) (?:dead|dying|crying)(?= 💀|.{0,12}(?:hilarious|funny|😂))",
    'crack(?:ing|ed)? me up',
    "(?:you're|that's|so|too|that is|how|pretty|really|very) (?:so |too |just |absolutely )?(?:funny|hilarious)",
    'hilarious',
    '(?:just |only )?(?:kidding|joking)',
    'made me (?:laugh|giggle|chuckle)',
    'knock knock',
    'laughing (?:out loud|so hard|my)',
    'jk',
    'best joke',
  ),
];

const HEDGING: readonly Cue[] = [
  words(
    0.5,
    'maybe',
    'perhaps',
    'i guess',
    'kind of',
    'kinda',
    'sort of',
    'dunno',
    'idk',
    "i don't know",
    'not sure',
    'whatever',
    'we will see',
    "we'll see",
    'i suppose',
    'probably',
    'it depends',
  ),
];

/** English. */
export const ENGLISH: LanguageCues = {
  vulnerability: VULNERABILITY,
  support: SUPPORT,
  repair: REPAIR,
  tension: TENSION,
  humour: HUMOUR,
  hedging: HEDGING,
  negatedBefore: /(?<![\p{L}])(?:not|never|no|nobody|[\p{L}]+n't|without|hardly)(?: [\p{L}']+){0,2} ?$/u,
  negatedAfter: null,
  question: QUESTION,
};

/** One form for each contraction: phrases are matched in it. */
export function normaliseEnglish(lowercase: string): string {
  return CONTRACTIONS.reduce((current, [pattern, short]) => current.replace(pattern, short), lowercase);
}

function cue(alternatives: string): RegExp {
  return new RegExp(`\\b(?:${alternatives})(?![a-z])`, 'g');
}
