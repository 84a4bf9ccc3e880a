import { type LanguageCues, words } from './cue.ts';

/** Maps a phrase in full, contracted, or without its apostrophe to one form. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bur\b/g, 'your'],
  [/\bu\b/g, 'you'],
  [/\b(?:i am|im)\b/g, "i'm"],
  [/\b(?:i have|ive)\b/g, "i've"],
  [/\bi will\b/g, "i'll"],
  [/\b(?:you are|youre|you r)\b/g, "you're"],
  [/\b(?:you have|youve)\b/g, "you've"],
  [/\b(?:you will|youll)\b/g, "you'll"],
  [/\b(?:we are)\b/g, "we're"],
  [/\b(that|it|there|what) is\b/g, "$1's"],
  [/\b(that|what)s\b/g, "$1's"],
  [/\b(that|it|this|things) will\b/g, "$1'll"],
  [/\b(?:cannot|can not|cant)\b/g, "can't"],
  [/\b(?:will not|wont)\b/g, "won't"],
  [/\b(do|did|does|should|was|is|are|have|has|could|would) not\b/g, "$1n't"],
  [/\b(do|did|does|should|was|is|have|has|could|would)nt\b/g, "$1n't"],
];

/** Words that only intensify or weaken the next word. */
const DEGREE =
  '(?: (?:feeling|just|really|so|very|a|an|bit|little|kind|kinda|of|sort|quite|pretty|rather|somewhat|too|still|always|often|sometimes|honestly|actually|super|incredibly|extremely|totally|completely|absolutely|more|lately|all|such|also|currently|generally|usually|constantly|already|even|now|then)){0,5}';
const LOW_MOOD =
  'scared|frightened|anxious|nervous|lonely|lonesome|isolated|ashamed|embarrassed|humiliated|insecure|self-conscious|hurt|heartbroken|overwhelmed|vulnerable|worried|sad|upset|depressed|grieving|guilty|exhausted|drained|burnt out|burned out|stressed|stressed out|devastated|terrified|homesick|hopeless|helpless|worthless|useless|unloved|unwanted|unlovable|abandoned|rejected|betrayed|misunderstood|inadequate|miserable|tearful|panicking|desperate|suicidal|struggling|falling apart|broken inside|in pain|in a (?:bad|dark|low|rough) place|a failure|a burden|a mess|a wreck|a loser|a disappointment|an outsider|hard to love';
/** Words that are moods only after "feel": "down for pizza" is not a mood. */
const FELT_MOOD =
  "alone|down|low|empty|lost|small|blue|numb|fragile|raw|broken|invisible|not good enough|pressured|trapped|stuck|judged|used|ignored|left out|sick with|bad about myself|ugly|stupid|terrible|awful|like (?:a |an |such a )?(?:failure|burden|loser|mess|outsider|idiot|disappointment|fraud|nobody|crap|shit|crying|giving up|nothing)|like (?:i'm|i (?:can't|don't|never|will never|always|let|lost|keep)|nobody|no one|everyone|everybody|everything)";
/** Excludes phrases about someone else's feelings. */
const NOT_YOURS =
  "(?<!\\byou(?:'re|r)?(?: not| been| still| ever)? )(?<!\\b(?:if|someone|anyone|people|he's|she's|they're|they|who's) )";
const LATELY =
  '(?:lately|recently|today|tonight|these days|right now|sometimes|at times|at night|this week|at the moment)';
const FAMILY =
  '(?:mum|mom|mother|dad|father|parents|brother|sister|son|daughter|child|baby|twin|best friend|friend|friends|partner|husband|wife|girlfriend|boyfriend|ex|ex-husband|ex-wife|fiancee?|grandmother|grandfather|grandma|grandpa|gran|nan|uncle|aunt|cousin)';
const CLOSE = `(?:${FAMILY}|dog|cat)`;
const HARD =
  'hard|tough|difficult|painful|rough|exhausting|awful|heavy|lonely|scary|frustrating|upsetting|stressful|terrible|horrible|draining|devastating|overwhelming|challenging|unfair|confusing|disappointing|sad|hurtful|unbearable|nerve[ -]?wracking|nerve[ -]?racking|heartbreaking|discouraging';
const SOME = "(?: (?!not|never|no)[a-z']+)";

const VULNERABILITY = [
  words(
    0.5,
    `i(?:'m|'ve been| was| feel| felt| get| got| become| became| end up)${DEGREE} (?:${LOW_MOOD})(?! (?:for (?:him|her|them|you)|(?:the|that) (?:table|shop|restaurant|place|shop)))`,
    `i(?: feel| felt|'m feeling|'ve been feeling| was feeling| do feel)${DEGREE} (?:${FELT_MOOD})`,
    `i(?:'m|'ve been| was| feel| felt| get| got| become)${SOME}{0,2} (?:scared|anxious|nervous|lonely|ashamed|embarrassed|insecure|heartbroken|overwhelmed|vulnerable|worried|sad|depressed|grieving|guilty|exhausted|devastated|terrified|struggling|homesick|upset)(?! to (?:find out|see|meet|hear|try))`,
    `i(?:'m|'ve been| was| feel| felt| get| got)${DEGREE} afraid (?:of|to|i'll|i might|i'm (?:not|too)|you'll|you might|that (?:i|you|nobody|people)|nobody|no one|people|everyone)`,
    `i(?:'m| was| feel| felt| get) (?:so|very|really|always|still) afraid|i (?:feel|felt|get|got)${DEGREE} jealous`,
    `(?:makes?|made|making|leaves|left) me(?: feel| feeling)?${DEGREE} (?:${LOW_MOOD}|${FELT_MOOD}|cry|crying|sad)`,
    `part of me(?: is| feels?| still| just| always|'s)${DEGREE} (?:${LOW_MOOD}|wonders|thinks|hates|wants to give up)`,
  ),
  words(
    0.45,
    `${NOT_YOURS}feeling${DEGREE} (?:${LOW_MOOD}|${FELT_MOOD})`,
    `(?<![a-z] )(?:a )?(?:bit|little|kinda|quite|pretty|really|so) (?:${LOW_MOOD}) ${LATELY}`,
    `i (?:don't|didn't)(?: even| really| always)? feel (?:good enough|enough|safe|seen|loved|like myself|worthy|at home|confident|wanted|understood|good about myself)`,
  ),
  words(
    0.45,
    // Nobody is there.
    '(?:nobody|no one)(?: really| ever| here| at home){0,2} (?:(?:knows|understands|understood|sees|gets|likes|liked|wants|wanted|loves|loved|cares about|cared about|believes|believed|notices|misses|needs) (?:me|how i|what i|who i)|wanted to|listens|would notice|would miss me|would care|to talk to|to turn to|cares if i)',
    "(?:i've|i have|having|had|got)(?: really| got)? (?:nobody|no one|no friends|no family)(?! (?:problem|idea))",
    "i don't (?:really )?have (?:anyone|anybody|many friends(?! who)|any friends|friends(?= |[.!,]|$)|a single friend|somebody)",
    'i hate (?:being (?:alone|like this|this way|so|single)|myself|my (?:life|body|face|looks)|feeling)',
    '(?:everyone|everybody|people|they)(?: always| all| just| eventually){0,2} (?:leaves?(?! me alone)|left me|walks? away|gives? up on me|hurts? me|lets? me down|forgets? me|disappoints? me)',
    "(?:no|any|have the|zero) (?:energy|motivation|strength) (?:left|anymore|even|to (?:get|do|be|even|keep|live))|(?:i|just|really) (?:want to|wanna) (?:die|cry|disappear|give up|hide|be loved|be alone)|(?:don't|do not) (?:want to|wanna) (?:live|be here|exist|wake up)|(?:not|never) (?:being |been )?(?:faithful to me|listened to|heard|appreciated|valued|taken seriously)|(?:everyone|everybody|people|they)(?:'ll| will| would) (?:all )?(?:hate|leave|reject|judge|laugh at|abandon) me|(?:not sure|don't know|doubt) if i(?:'m|'ll)? (?:ever|good|going to|will ever|can (?:do|cope|handle|take)|deserve)|for being (?:so )?(?:nervous|scared|sad|weak|anxious)|(?:i|i've been) (?:always |constantly |really )?overthink(?:ing)?|can't (?:shut|switch|turn) (?:it|my (?:head|brain|mind)) off|my (?:terrible |bad |poor )?(?:sadness|mental health|guilt|shame)|i (?:was|got) (?:teased|mocked)|(?:felt|feel)(?: the| so much| such| a lot of)* (?:guilt|shame|sadness|loneliness|pain)|(?:i know|there's|have) nobody|(?:i'm|is) painful (?:for me|to (?:talk|think|remember|see))|i(?:'m currently| currently| really)? regretting|a lot of pressure|under (?:so much|a lot of|too much) (?:pressure|stress)|it's (?:so |really |very )?(?:overwhelming|lonely|painful|depressing|exhausting)(?= for me|[.!,]|$)",
    'all (?:alone|by myself) (?:in|at|with|every|all|most|again|now|since|here)',
    'i (?:live|spend|sit|cry|eat)(?: [a-z]+){0,3} alone(?=[.!,…]|$)',
    'by myself for (?:the|weeks|months|days)',
  ),
  words(
    0.45,
    // What cannot be done.
    "i (?:can't|can barely|can hardly|couldn't|could barely|could hardly|barely|hardly|haven't been able to)(?: even| really| seems? to| just){0,2} (?:sleep|slept|eat(?! another| any ?more)|focus|concentrate|cope|breathe|stop (?:crying|thinking|worrying)|get (?:out of bed|up|over)|handle|move on|trust|let go|go on|take (?:it|this)|leave the house|function|look at myself|face|bear|stand being|deal with|forgive myself)",
    "i can't (?:do this|take (?:it|this)|go on|keep (?:going|doing this)) ?(?:anymore|any longer|any more|like this)?",
    "i(?:'ve)? (?:lost|losing) (?:hope|all hope|interest in everything|myself|everything|my confidence|faith)",
    "i(?:'ve)? (?:cry|cried|sobbed|been crying|was crying|burst into tears|broke down|break down|teared up|tear up|was in tears)(?! (?:laughing|with laughter|from laughing))",
    "i(?:'m| was) (?:in tears|crying)(?! (?:laughing|with|😂|🤣))|i(?:'m)? (?:still )?cry(?:ing)? (?:myself|every|a lot|over|at|in|about|when|because)",
    "i (?:don't|didn't) know (?:what to do|how to (?:cope|deal|handle|go on|move on|live|adjust|carry on|get over|tell|fix))(?: anymore| any more| with myself)?",
    "i(?:'m| am)? (?:drowning|falling apart|at my limit|at rock bottom|on the edge|giving up|about to give up)(?= in life| lately| without| right now| again|[.!,…]|$)",
    'nothing (?:to live for|makes sense anymore|feels right|brings me joy)',
    "i(?:'m| was)(?: just| still| really)? (?:not|never) over (?:him|her|it|that|my|the)|still (?:not over|hung up on|healing|grieving|recovering|struggling)|(?:haven't|hasn't|never)(?: really| fully)? (?:got|gotten) over",
  ),
  words(
    0.45,
    // Fears.
    "(?:i(?:'m|'ve been| am| do| still| always| often| just| really){0,3} worr(?:y|ied)(?! about (?:the|it|that|dinner|parking))|what if i(?:'m| am)?(?: [a-z]+){0,4} (?:annoy|fail|lose|mess|disappoint|not|never|alone|end up|wrong|ruin|hurt))",
    '(?:scared|afraid|terrified|frightened|fear) (?:of|to) (?:losing|los[et]|being|be|getting hurt|get hurt|opening|open|end(?:ing)? up|dying|fall(?:ing)?|fail(?:ing|ure)?|commit|commitment|rejection|abandonment|trust(?:ing)?|try(?:ing)?|let(?:ting)?|love|tell|ask|the future|intimacy|alone|loneliness)',
    '(?:it|that|this|which)(?: really| still| kind of| kinda| always| just)? (?:scares|terrifies|frightens|hurts|bothers|breaks|kills|haunts|stings|crushes|worries) me',
    '(?:breaks|broke|breaking) my heart|my heart (?:aches|hurts|is broken|sank|dropped|breaks)|(?:gets|got|getting) to me(?= sometimes| a lot|[.!,]|$)',
    'my (?:biggest|worst|deepest|greatest|real)? ?fear (?:is|was|that)',
    "(?:i|i'm)(?: just| always| sometimes| constantly| often| still)* (?:keep )?(?:think|thinking|wonder|wondering|feel|feeling)(?: that| if| like)? (?:i'm|i am|i'll|nobody|no one|everyone|everybody|people|they'll|it's my fault|something is wrong with me)(?: [a-z']+){0,3} (?:leaves?|good enough|enough|never|alone|hates?|unlovable|worthless|like me|love me|fault|wrong with me|gone|notice)",
    'hurts? me (?:deeply|a lot|so much|when|that|to)|bothers and hurts',
  ),
  words(
    0.45,
    // Body, illness and help.
    "(?:panic|anxiety) attacks?|i(?:'ve|(?:'ve)?(?: still| also)? (?:have|had|suffer|suffered|been suffering|struggle|struggled|been struggling|battle|battled|deal|dealt|live))(?: [a-z]+){0,2} (?:depression|anxiety|ptsd|burn-?out|trauma|nightmares|insomnia|an eating disorder|addiction|loneliness|low self-esteem|trust issues|abandonment issues|mental health)",
    "i(?:'ve)? (?:suffer|suffered|been suffering) from",
    'my (?:biggest |worst |deepest |greatest |own )?(?:fears?|insecurit(?:y|ies)|regrets?|anxiety|depression|divorce|break-?up|therapist|grief|loneliness|trauma|self-esteem|demons|miscarriage|burn-?out|trust issues)',
    "therapy (?:is|was|has been|session)|(?:i'm|i was|been) (?:in|back in|going to) therapy|i (?:go|went|started going) to therapy",
    "i(?:'m| was| am)? (?:bullied|abused|assaulted|cheated on|dumped|left alone|picked on|made fun of|laughed at|excluded|diagnosed|adopted|homeless|fired|laid off|an outsider|the outsider|the weird(?: kid| one|o))|i was (?:always )?the (?:weird|fat|quiet|lonely|strange|odd|shy) (?:kid|one|girl|boy)|wanted to sit with",
    "i(?:'m| was)? (?:never|not) (?:really )?(?:fit in|fitted in|good enough|pretty enough|smart enough|allowed to (?:cry|be))|(?:never|didn't|don't)(?: really| quite)? (?:fit|fitted|belong) (?:in|anywhere)",
    "i(?:'m| am) not (?:doing )?(?:okay|ok|fine|well|alright|all right|(?:so|too|very|that|really) (?:great|good|well|okay|ok|fine)|great|good)(?: at the moment| today| lately| right now|[.,!…]|$| tbh| honestly| these days)|(?:not|haven't been)(?: really)? (?:feeling|doing) (?:so |too |very |that |really )?(?:great|good|well|okay|ok|myself)",
    "i can't sleep(?! because of the| with the)|keeps? me (?:up|awake) at night|sleepless nights?",
    "(?:some|most|many) (?:days|nights|mornings)(?:,)? i (?:can|just|don't|can't|barely|feel|lie|wonder|want)",
  ),
  words(
    0.5,
    // Loss.
    `(?:i (?:lost|miss|still miss)|when)? ?my ${CLOSE}(?:'s)?(?: [a-z]+){0,2} (?:died|passed(?: away)?|was ill|was sick|got ill|got sick|is ill|is dying|left us|left me|abandoned|cheated|betrayed|dumped|hit|hurt me|abused|ghosted|funeral|death|suicide|has cancer|had cancer|got cancer|got divorced|split up|separated|divorced|broke up)`,
    `i (?:lost|(?:still |really |just )?miss) (?:my (?:${CLOSE}|job)|him|her|them)(?: (?:so|every|terribly|a lot|each|last|when|in|two|three|years)|[.!,…]|$)`,
    `since (?:my )?(?:${CLOSE}(?:'s|s) (?:death|funeral|passing)|(?:the|my) (?:breakup|break-up|divorce|separation|accident|funeral|miscarriage)|(?:he|she|they) (?:left|died|passed))`,
    '(?:cheated|walked out|gave up) on me|dumped me|broke up with me|left me (?:for|alone|when|behind)|ghosted me|betrayed me|broke my (?:heart|trust)',
    "ruined my (?:childhood|life|confidence)|grew up without|i had a (?:hard|difficult|rough|lonely) (?:childhood|start)|wasn't (?:a safe place|safe)|not a safe place",
  ),
  words(
    0.45,
    // Hard for the writer.
    'going through (?:a lot|a (?:really |very )?(?:hard|rough|tough|difficult|bad|dark) (?:time|patch|phase)|something|hell|a divorce|a break-?up)',
    "(?:it's been|i've had|i had|i'm having|i've been having|it has been|it was|i just had|we had) (?:such )?an? (?:really |very |so |pretty )?(?:hard|rough|tough|difficult|awful|terrible|horrible|bad) (?:day|week|month|year|few|time(?! (?:finding|parking|choosing|with the))|night)(?! of training)",
    "(?:hard|difficult|tough|painful|rough|not easy|never easy) (?:for|on) me|i find it (?:hard|difficult|tough)|i(?:'ve|'ve always| always have| still have| had| always had| struggle with| find)(?: got| such)? (?:trouble|a hard time|trust issues|difficulty|it hard)(?: to)? ?(?:trust(?:ing)?|opening|open|letting|let|making friends|believing|sleeping|coping|with (?:trust|people|intimacy|myself))",
    `(?:life|everything|therapy|living alone|being alone|being single|dating again|the last years?|this year|this month|christmas|the holidays|winter|the evenings|evenings|nights|weekends|sundays|the silence|the house|it all)(?: [a-z]+){0,2} (?:is|are|has been|have been|was|gets|get|feels|feel)(?: [a-z]+)? (?:hard|rough|tough|difficult|lonely|painful|unbearable|empty|quiet|heavy|too much)(?! to (?:find|park|choose|get))`,
    'it(?: still| really| just| did)? hurts?(?= me| to | so | a lot| when| that| every|[.!,…]|$)|hard to (?:admit|say this|talk about|accept|let go|open up|trust)',
    'it took me (?:years|a (?:really )?long time|ages|months|forever|so long|a while) to (?:accept|get over|admit|trust|love|believe|say|open|leave|realise|realize|recover|heal|forgive|learn to|feel|stop|come out|talk|like|look)',
    "it(?:'s| is|'s a bit| was)(?: [a-z]+){0,2} embarrassing(?: but| to|,)|i've never (?:really )?(?:been in (?:a|love)|had a (?:real |serious |proper )?(?:relationship|girlfriend|boyfriend|date)|been (?:kissed|loved|on a date))",
    "i (?:push|keep|shut|pushed|kept) (?:people|everyone|everybody) (?:away|out|at a distance|at arm's length)|(?:don't|never|can't|won't|rarely)(?: [a-z]+)? let (?:people|anyone|anybody|anyone else|others|someone|somebody|men|women)(?: too| get| come)* (?:close|in|near)|let my guard down",
  ),
  words(
    0.6,
    "i(?:'ve)? (?:never|not) (?:really )?(?:told|shared|admitted|talked about|said (?:this|it|that out))(?: (?:anyone|anybody|this|that|it|to))?",
  ),
  words(
    0.5,
    "i (?:don't|rarely|seldom|hardly ever)(?: usually| often| really)? (?:tell|share|talk about|say) (?:this|that|people|it|my (?:childhood|past|family|feelings|divorce|ex))",
  ),
  words(
    0.4,
    "i(?:'ve)?(?: still| always| often| used to| am|'m)? ?str?uggl(?:e|ed|ing)(?! with (?:the (?:door|printer|lid|parking)))",
    "i regret(?: [a-z]+){0,2}|asking for help|being too much|i need(?:ed)? (?:a hug|someone to talk to|a shoulder|support|a friend|help with my)|could (?:really )?use (?:a hug|a friend|someone)|i wish i (?:had someone|were dead|was dead|could talk|wasn't|weren't|were (?:better|different|stronger)|had (?:been|told|said))",
    "(?:people|everyone|friends|he|she|they) (?:let|lets) me down|i (?:have|had|get|got) (?:such )?(?:a|this) (?:hopeless|terrible|horrible|awful|empty|sinking|heavy|bad) feeling|i(?:'m| was| am| feel)(?: so| very| really)? (?:let down|disappointed in myself|disappointed with myself|my own worst)|(?:a )?real let-?down|driving me (?:crazy|insane|mad)(?! with)|made me (?:disappointed|sad|cry)",
    "i(?:'m| am) (?:a little |a bit |so |just |really |very )*stressed|i feel (?:really |so |very )*(?:bad|terrible|awful|horrible|miserable|sick) about (?:it|that|this|myself|what|how)",
  ),
  words(
    0.15,
    "to be honest|honestly|if i'm honest|the truth is|truth is|i (?:have to|must) admit|i admit|i confess|deep down|opening up|i trust you",
  ),
  words(
    0.18,
    "i feel|i felt|i'm feeling|i was feeling|feel(?:ing)? lost|felt lost|i wish i|i worry|i still think about|alone|sometimes i",
  ),
  words(
    0.45,
    "it(?:'s been|'s| was| gets| got| has been)(?: [a-z]+){0,2} (?:lonely|lonesome)(?= here| there| without| since| at| in|[.!,…]|$)",
  ),
  words(
    0.45,
    '(?:and|but) (?:was|felt)(?: so| very| really| quite)? (?:ashamed|scared|lonely|embarrassed|afraid|sad|alone|anxious)(?= of| about|[.!,…]|$)',
  ),
  words(
    0.45,
    'after (?:my|the) (?:divorce|break-?up|separation)|i miss my (?:friends|family|parents|home)(?= so| a lot| terribl| badl|[.!,]|$)',
  ),
  words(
    0.45,
    "(?:i've been|i'm|i was|always|just|still|keep|kept) (?:pretending|faking)(?: [a-z']+){0,4} (?:fine|okay|ok|happy|strong|well)|i (?:pretend|act|fake)(?: [a-z']+){0,4} (?:fine|okay|ok|alright|strong|happy|nothing)",
    "(?:nobody|no one)(?: else| really)? knows? (?:this|that i|about (?:it|this))|i(?:'ve)?(?: have)? never dared",
    '(?:got|was|were|been) diagnosed with (?:depression|anxiety|ptsd|cancer|bipolar|adhd|burn-?out|a )|(?:had|have|after) (?:a|my|the) (?:burn-?out|breakdown|miscarriage|nervous breakdown)|was in (?:hospital|a clinic|rehab) (?:for|with) (?:depression|anxiety|burn-?out|my)',
    "(?:i grew up|grew up|growing up)(?: [a-z']+){0,2} (?:feeling|thinking|believing|being told|convinced)|never (?:feels?|felt|was|been) enough|i(?:'ll| will) never be enough",
    "(?:can't|don't|couldn't|barely) (?:see|find) (?:the|a|any) (?:point|sense|meaning|reason)",
    "my (?:chest|throat|stomach)(?: [a-z']+){0,3} (?:tight|closes up|tightens|in knots|in a knot|drops|turns|churns|hurts)|(?:a )?(?:lump in my throat|knot in my (?:stomach|chest|throat))|(?:feel |felt |i'm )?sick with (?:worry|fear|nerves)|(?:can't|couldn't) (?:get (?:much|anything|a bite) down)",
    'i (?:still |always |often )?(?:flinch|freeze|panic|startle|shake|tremble)(?= when| if| at| every| whenever|[.!,]|$)',
    "we lost (?:the|our|a) (?:baby|child|son|daughter)|(?:can't|cannot|couldn't|hardly|barely)(?: still| really| even){0,1} talk about (?:it|him|her|that)",
    "(?:something|thought(?: that)?(?: something| there)?)(?: [a-z']+){0,2} wrong with me|(?:hard|difficult) (?:for me )?to trust(?: people| anyone| men| women| again|[.!,]|$)|running out of time|(?:he|she|they) left(?: me| us)?(?: [a-z']+){0,4} (?:before|after|without|for (?:another|someone|my))",
    "(?:i'm|i am|was|it was) (?:so |really |absolutely |still )*(?:terrified|frightened|petrified)|(?:to )?(?:start|starting|begin) to need (?:someone|somebody|you)|i need someone and",
    'never got(?:ten)? used to (?:waiting|being|the silence|it|living)|i feel like (?:a|the) (?:child|kid|stranger|ghost)',
  ),
  words(0.4, '(?:he|she) (?:died|passed away)(?! (?:in|at the age) \\d| laughing)|(?:we|i) buried (?:him|her|my)'),
  words(0.45, "i(?:'ve)? (?:haven't|hadn't|have not|barely|hardly) slept(?= since| for| in|[.,!]| at all)"),
];

const KIND_DEGREE =
  '(?: (?:so|really|very|incredibly|pretty|quite|like|just|totally|absolutely|truly|extremely|super|kind of|kinda|all|such|a|an|too|still|also|especially|rather|beyond|definitely)){0,3}';

const SUPPORT = [
  words(
    0.5,
    `(?:that|this|it|these [a-z]+|those [a-z]+|which)(?: really| all| just| definitely| all)? (?:sounds?|must be|must have been|must've been|must feel|must have felt|seems?|has to be|had to be|can be|can feel|feels)${KIND_DEGREE}(?: (?!not)[a-z]+)? ?(?:${HARD}|a lot|so much to|no fun|not easy|anything but easy)(?! (?:of fun|of food|to (?!go|lose|hear|live|talk|leave|carry|deal|be|feel|see|bear|watch|accept)|choice|call|question|decision|one|game|exam|test|film|movie|book|work))`,
    `(?:that's|this is|that is)${KIND_DEGREE} (?:hard|tough|difficult|painful|rough|awful|horrible|terrible|heartbreaking|a lot to)(?! (?:to|film|movie|book|question|game|level|choice|call|one|decision|exam|work|thing to say|thing to do))|it's${KIND_DEGREE} (?:hard|tough|painful)(?=[.!…]|$| when| being| losing| without| after)`,
    `(?:${HARD}) (?:for|on) you|(?:can't|couldn't|isn't|not|never|wasn't|can not)(?: [a-z]+)? (?:be |been |have been )?easy(?= for you|,? especially|[.,!…❤]|$| to (?:go|lose|hear|live|talk|leave|carry))`,
    "you(?: must|'ve got to| have to)(?: be| feel| have been| have felt)(?: [a-z]+){0,2} (?:exhausted|heartbroken|devastated|tired|sad|lonely|scared|worried|overwhelmed|hurt|proud|stressed|frustrated|nervous|upset|disappointed)",
    "(?:that's|it's|this is)(?: just| really| so| very| not very)* (?:unfair|not (?:very )?fair) (?:to|on) you|(?:that|this|it)(?: really| just| totally)? sucks(?! that we| at)|what a (?:hard|tough|rough|terrible|horrible|difficult) (?:time|day|week|month|year|thing|situation)|(?:what|such|that's) a bummer",
  ),
  words(
    0.5,
    "(?:i'm|we're|i am)? ?(?:so |really |very |truly |deeply |terribly )*sorry(?: that)? (?:you(?! (?:feel|think|can't))|to hear|about (?:your|what happened)|(?:this|that|it|all this|all that) (?:happened|is happening|had)|for your (?:loss|pain)|for what (?:happened|you)|(?:he|she|they) (?:did|said|treated)|your [a-z]+(?: [a-z]+)? (?:died|passed|left|has|have|had|is|was|isn't|didn't)|this|(?:he|she|they|it) (?:isn't|is not|hurt|left))",
    "i'm (?:so |really |very )?sorry,? (?:that(?:'s| is| must| sounds| has to| had to)|it (?:must|sounds)|bad luck|what a? ?)|condolences|my heart (?:goes out|breaks for)|i(?: really| do| so)? feel (?:for you|your pain|you(?=[.,!]|$))|poor (?:you|thing|baby)|oh no,? (?:what happened|what's wrong|are you|you poor|i'm sorry|i'm so|how are)|oh no[.! ]*(?:😢|😞|😔|🥺|😟|❤)",
    "here for you|here to listen|here if you|i'm (?:always |right )?here (?:for|if|to (?:listen|help|support)|with you|whenever|any ?time)|i'm (?:always|right) here(?=[.!,❤]|$)|i am here,|i'm here(?=, and|,? (?:and )?i'm not)|i'm listening|i'm all ears|on your side|by your side|next to you|with you (?:in|on) this|we're with you|in this together|(?:glad|happy|willing) to (?:listen|help|chat|talk)(?! about my)|got your back|have your back|(?:i've|i) (?:got|have) (?:you|time for you|your back|time(?=[.!]|$))|not in a hurry|there for you",
    "you're not (?:alone|boring|stupid|a burden|too much|weak|wrong|to blame|at fault|at wrong|crazy|broken|a failure|the only one|overreacting|asking too much|by yourself|hard to love|ugly)|not (?:alone|by yourself) (?:in|with) (?:this|it|that)|you don't (?:need|have) to (?:go|do|deal|handle|face|carry|be|explain|pretend|say|make|hide|apologi[sz]e for|rush|feel bad|have it all)|(?:no|don't) need to (?:go through|carry|face|do|handle|hide|explain|pretend)(?: [a-z]+){0,4} (?:alone|by yourself|on your own)",
    'if you(?: ever| still)? (?:need|want|feel like|wanna|like)(?: to)? (?:talk|talking|vent|venting|chat|cry|crying|company|a (?:friend|hug|break|shoulder|distraction)|anything|someone|to be alone|help|me)|(?:whenever|any ?time) you (?:need|want|feel|like)|(?:call|text|message|write|ring|talk to|lean on|come to|count on|reach out to|phone) me (?:any ?time|whenever|if|when|day or night|tonight)|you can (?:always |also )?(?:talk to|tell|call|text|message|count on|lean on|come to|cry|trust) me|lean on me|count on me|want me to (?:call|come|listen|stay|help|keep|bring)',
  ),
  words(
    0.45,
    'sending (?:you )?(?:a |some |lots of |all my |so much )?(?:big |virtual )?(?:hugs?|love|strength|good vibes|positive)|proud (?:of (?:you|yourself)|that you)|hang in there|stay (?:strong|safe)|hugs?\\b(?= to you| from me|[.! ❤]|$)|hug you|(?:big|virtual|giant|warm) hugs?|give you a (?:big )?hug|thinking (?:of|about) you(?! when| and laughing)|(?:my|our) thoughts are with|(?:praying|pray|prayers|say a prayer|say a pray) for you|rooting for you|fingers crossed|good luck|best of luck|all the best|(?:keep|chin|cheer) (?:your (?:head|chin) up|up|fighting|going(?! straight| left| right))|head up',
    "we(?:'ll| will) (?:be (?:okay|ok|fine|alright|all right)|get through)|you'll (?:get (?:through|over|there|past)|make it|pull through|come through|be (?:okay|ok|fine|alright|all right|happy|great|amazing|so happy)|feel (?:better|lighter|stronger)|do (?:great|well|fine|better|amazing|it)|manage|survive|find (?:someone|your way|love|happiness|somebody|a way|the right)|nail it|smash it|rock it|recover|heal|come out)|you're going to (?:be (?:okay|ok|fine|alright|great)|make it|get through|do great)|you got this|you've got this|you can (?:do (?:it|this)|make it|handle (?:it|this)|get through)|i (?:know|bet|believe|am sure|'m sure|am certain|trust)(?: that)? you (?:can|will|'ll|could|are|have what)|i'm (?:pretty |so |very |quite )?(?:sure|certain|confident)(?: that)? (?:you|it|things|everything|she|he)(?:'ll| will|'re going to| are)|i believe in you|have faith in you",
    "(?:it|this|things|everything|that)(?:'ll|'s going to| will| does| do| is going to| are going to| shall| can only| always| gets?| get| can| too shall)(?: also| soon| definitely| only| slowly| all| really)? ?(?:get|be|turn out|work out|feel|become|pass|work itself)? ?(?:so much |a bit |a little |much )?(?:better|okay|ok|fine|alright|all right|easier|work out|pass|good in the end)(?= |[.,!…❤]|$)(?! (?:than (?:the|last)|with (?:salt|cheese)))",
    "(?:i )?(?:really |do |just |so )?hope(?: that)? (?:you|things|it|everything|your [a-z]+|tomorrow|he|she|they)(?:'re| are| is| will|'ll| get| gets| feel| feels| works?| turns?| can| do| have| goes| go| find| turn| turns| stay| soon){0,3}(?: [a-z]+){0,3} (?:better|well|okay|ok|safe|easier|fine|recover|happiness|peace|strength|rest|soon|alright|all right|work out|out for you|comfort|with you|clears)",
    "not your fault|(?:none|nothing) of (?:this|that|it) (?:is|was) your fault|(?:take|look) (?:good )?(?:care of|after) yourself|be (?:kind|gentle|good|easy|nice|patient|proud|soft) (?:to|on|with|of) yourself|(?:go|take it) easy on yourself|take it easy(?! on the)|give yourself (?:some |a bit of |a little )?(?:credit|time|a break|grace|space|permission|rest|love)|don't (?:be (?:so |too )?hard on yourself|be so hard|be too hard|beat yourself|blame yourself|give up|lose hope|be sad|be discouraged|get discouraged|let (?:it|them|him|her|that|this) (?:get|bring|put)|put yourself|be ashamed|apologi[sz]e for|feel bad|feel guilty|compare yourself|doubt yourself|doubt)|get (?:some|enough|lots of) rest|rest up|get well",
    'whatever happens|no pressure|no rush|one (?:day|step|thing) at a time|take (?:all )?the time you need|baby steps',
  ),
  words(
    0.45,
    // Understanding.
    "i (?:can |do |totally |completely |absolutely |fully |really |so |truly |know and |well ){0,2}(?:understand|relate|sympathi[sz]e|empathi[sz]e)(?= (?:how|why|what you|that (?:it|this|you|must|can|feel|was|is)|your|you|completely|it must|to (?:that|you|this))|[.,!…❤]|$)|i (?:can|can only|can't|cannot|could only|can't even|can well) imagine(?: (?:how|what|that|why|it|your)|[.,!…❤]|$)|i (?:know|remember) (?:exactly )?how (?:that|it|you|this|hard|difficult|tough|painful|bad|lonely|scary|awful|much (?:it|that)|heavy|betrayed|easy it is to)|i know (?:that |this |it|that's |it's |[a-z]+ )(?:isn't easy|is hard|can be|hard|is not easy|feeling|must be|is difficult|hurts)|i (?:totally|completely|really|so) get (?:it|that|you)|i get (?:why you|how you|that it|that you)|i hear you(?! (?:say|loud|can|don|want|like))|(?:i've )?been there(?= too| myself|[.,!]|$)|you're heard|me too,? (?:it's|and it's) (?:hard|awful)|i can (?:see|hear|tell) (?:that|how|you|why)|(?:that|it) makes (?:total |perfect |complete |so much |a lot of )?sense(?: that you| to feel| you|,? after)|makes sense that you",
    "(?:thank you|thanks)(?: so much)? for (?:sharing|telling|trusting|opening|being (?:so )?(?:honest|open)|letting me|confiding)|(?:i'm )?(?:so |really )?(?:glad|happy|honou?red)(?: that)? you (?:said|told|shared|trusted|trust|opened|asked|feel|'re (?:feeling|ok|okay|safe|better|doing|here|telling)|reached|made it|talked|could|let me|wrote|would|'d)",
    "(?:completely |totally |perfectly |absolutely |so |really |only |quite )?(?:understandable|valid|natural to|normal to (?:feel|be|cry|need|miss|struggle|worry)|human to)(?=[ .,!…]|$)|i think (?:it|that)'s (?:normal|natural|understandable)|(?:that's|it's|is|are|feelings are)? ?(?:completely|totally|perfectly|absolutely) (?:normal|okay|ok|fine|valid|natural)(?=[ .,!…]|$)(?! (?:with me|by me))|(?:it's|that's|it is|is) (?:okay|ok|all right|alright|fine|normal|allowed) (?:to (?:feel|cry|be (?:sad|scared|angry|afraid|upset|nervous|tired|weak|not)|need|take|ask|rest|grieve|say no|not|miss|struggle|fall apart|let)|that you|if you (?:need|cry|feel|don't|want))|you're allowed to|you(?:'ve| have) (?:every|the|all the) right to (?:feel|be (?:sad|hurt|scared|upset)|cry|grieve|need|say)|(?:there's |there is )?(?:nothing|not anything) wrong with (?:you|needing|feeling|being|asking|crying|taking|that|wanting|going)|no shame in|nothing to be ashamed",
    "(?:any(?:one|body)|every(?:one|body)|i|most people) (?:in your (?:place|shoes|position|situation) )?(?:would|'d|will) (?:be|feel|have (?:felt|been|cried|done)|struggle|cry|need|react|find it)(?: [a-z]+){0,3} (?:upset|sad|hurt|scared|angry|the same|overwhelmed|tired|exhausted|nervous|hard|worried|that way|afraid|about it|broken|devastated|too)|in your (?:place|shoes|position)|(?:we|people) all (?:go|have (?:days|times|moments)|struggle|feel|make mistakes|need|get)|happens to the best of us",
    "are you (?:feeling |doing )?(?:okay|ok|all right|alright|safe|holding up)|how are you (?:holding up|coping)|how do you feel(?: now| about it| today| after)|anything i can do|(?<!how )(?:can|could) i (?:help|do anything|support|cheer)(?! (?:you )?(?:with (?:your|the) order|with any|today|find))|(?:do|can) (?:you want to|we) talk about it|(?:is|'s) there (?:anything|something)(?: else)? (?:that )?i (?:can|could|may)|what(?:'s| is) (?:wrong(?! with)|weighing|bothering you|the matter(?! with))|is everything (?:ok|okay|all right|alright)|(?:it )?(?:sounds|seems) like you(?:'re| are|'ve| have| had| were)?(?: really| still| just| been| a)* (?:feel|feeling|going through|dealing|carrying|struggling|hurt|hurting|stressed|sad|lonely|worried|anxious|overwhelmed|exhausted|depressed|frustrated|scared|tired|burnt|trying (?:your|so)|blam|lost|upset|through (?:a lot|so much)|(?:lot|tough|hard|rough|difficult)|lot on)|i wish i (?:could|was|were) (?:help|hug|take|do|be there|make it|hold|there|with you|give you|near|fix)|(?:take|carry) some of (?:that|the|it|your)",
  ),
  words(
    0.45,
    // Praise for bearing it.
    `you(?:'re| are| really are| have been|'ve been)${KIND_DEGREE} (?:strong(?:er)?|brave(?:r)?|courageous|resilient|tough enough|worth|enough(?! of)|loved|not a|doing (?:great|so well|well|amazing|your best|the right thing|really well|fine|everything|enough|good|better than)|capable|stronger than|good enough|worthy|wonderful the way)|you did (?:your best|the right thing|great|so well|really well|nothing wrong|what you could|everything|all you)|you (?:made|make) the right|(?:that|it) (?:was|is|took|takes)(?: a lot of| so much| real| some)? (?:brave|courage|strength|guts)|that's (?:so |really |very )?(?:brave|courageous|strong)|(?:takes?|taken|took)(?: a lot of| so much| real)? (?:courage|strength|guts)|must have taken`,
    "you(?:'ve)? (?:handled|managed|dealt|coped|prepared|worked|came|come|got|made it|tried|have come|been through|survived|carried|earned|studied|gone through|done)(?: [a-z]+){0,3} (?:well|far|better|hard|through|great|a lot|so much|yourself|it)(?! (?:from|to) (?:london|berlin|work))|you(?:'ve)? been so (?:strong|patient|brave|good)|you deserve (?:better|to (?:be|feel|have|know)|more|someone|all|love|happiness|a|so much|good|the world|every)|(?:he|she|they) (?:didn't|don't|doesn't) deserve you|lucky to have (?:had )?you|well done|good for you|happy for you|hope you feel better|so strong of you|you matter|you are enough|you're enough|it's(?: really| very| so)? (?:good|great|nice) that you(?:'ve| have|'re| are| told| asked| said| got| can| still| did| reached)",
  ),
  words(0.3, "don't worry|take your time|you didn't deserve (?:that|this|it)|i'm sorry|oh no|aww+|hugs?|❤"),
  words(0.36, 'you can do it|hmu if you|i care(?: about you)?(?=[.!❤ ]|$)'),
  words(
    0.42,
    "(?:what a|that's (?:a|such a)) (?:shame|pity|bummer)|too bad for you",
    'i (?:can |totally |completely |really |so ){0,2}(?:get|understand)(?: that| it| you)?(?=[.!,]|$)(?! (?:now|already))',
  ),
  words(0.42, "what's (?:going on|happening|up with you)(?=[?.!]|$)|what happened(?=[?.!]|$)"),
  words(
    0.45,
    "no wonder(?: that)? you(?:'re|'ve| are| were| feel| felt| can't| couldn't| cried| need| don't| had)",
    "(?:heavy|hard|big|huge|a lot|so much|too much)(?: [a-z]+){0,2} to (?:carry|bear|deal with|take in|go through|handle|shoulder)|that's (?:so much|a lot|too much)(?: [a-z]+){0,2} (?:at once|at the same time|for one person)",
    "(?:anyone|anybody|everyone|everybody)(?:'d| would) (?:be|have been|feel)(?: [a-z]+){0,2} (?:shaken|shattered|scared|nervous|a mess|lost|worn out|done|finished|stressed|heartbroken|furious|in pieces)",
    '(?:ring|call|text|phone|wake|write to|write) me(?: up)? (?:at (?:any|three|two|four|night)|even (?:at|if)|right after|straight after|in the middle|no matter)|(?:i mean it|no matter (?:what time|when|how late))',
    "(?:crying|tears|needing|asking|being (?:sad|scared|afraid))(?: [a-z]+){0,3} (?:doesn't|don't|isn't|is not|are not|aren't)(?: [a-z]+){0,2} (?:weak|weakness|shame|wrong|embarrassing|ashamed)|(?:then |just |go ahead and )cry(?=[.!,]|$| if| as)|cry (?:as much|all you|if you)",
    "(?:is|it's|that's) nothing to be ashamed of|nothing to be ashamed",
    'i wish i could (?:take|carry|help|hug|hold|be there|make it|do something|lift|share)',
    "(?:nobody|no one|you)(?: [a-z']+){0,2} (?:should(?:n't)?|deserves?)(?: ever)?(?: have)? (?:to )?(?:have to )?(?:go|be|live|carry|face|feel|endure)(?: [a-z]+){0,2} (?:through|treated|alone|with|this|that|like|by yourself)",
    "(?:i'll|i will|shall i|should i|i can|let me|i could)(?: [a-z]+){0,2} (?:come (?:with you|along|over|by|to the hospital)|sit with you|be there for|stay with you|wait with you|drive you|bring you|pick you up)",
    'i know what you mean|(?:that|it) makes (?:a lot of |total |perfect |complete )?sense(?= to me|[.!,]| that you)',
    "as (?:slow|slowly|long|much|fast) as you (?:like|want|need)|at your (?:own )?pace|you (?:don't|needn't)(?: have to| need to)? (?:say|explain|answer|talk about) (?:anything|it)",
    "(?:i'm )?thinking of you|(?:i )?wish you (?:strength|all the strength|lots of strength)|tell me about (?:her|him|it|them) any ?time|you can tell me (?:about|anything|everything)",
    'for (?:trusting|telling) me|good that you (?:told|talked|said|asked|cried)',
  ),
  words(
    0.45,
    "i'm (?:so|really|very|truly|terribly) sorry(?=[.!…]|,? [a-z]+[.!]|$)(?![.!…]? (?:i(?! (?:know|can))|that i|for (?:what i|my|the)))",
    "(?:i )?(?:do )?(?:hate|sorry|sad|hurts me) to hear (?:that|this|it)|that's (?:so |really |just )*(?:horrible|awful|terrible)(?=[.!]|$)|i (?:can )?(?:feel|see|tell|hear) how (?:anxious|sad|hurt|much|hard|worried|tired|upset|difficult)",
    'i (?:understand|know|get) (?:that|this|the|your) (?:fear|feeling|pain|worry|sadness|anger|grief|frustration|loneliness|thought)',
    "you(?:'re| are)(?: [a-z]+){0,2} (?:handling|coping with|dealing with|doing)(?: [a-z]+){0,4} (?:well|can|best)|doing (?:all|everything|what) you can|(?:didn't|did not|haven't) (?:do|done) anything wrong|did nothing wrong",
    "(?:things|it|everything)(?:'ll| will)(?: [a-z]+)? (?:improve|be good|turn around|calm down|settle)|(?:let|cry) it (?:all )?out|i(?:'ve)?(?: have)?(?: definitely| totally| also)? (?:felt that way|felt the same|can (?:definitely |totally )?relate)|don't be (?:afraid|scared|sad|so sad|discouraged)(?= |[.!,]|$)",
  ),
];

const WRONG =
  '(?:stupid|dumb|wrong|unfair|mean|rude|harsh|selfish|childish|immature|insensitive|uncalled for|out of line|unkind|cruel|inconsiderate|thoughtless|petty|silly|ugly|cold|disrespectful|not (?:nice|fair|okay|ok|right|cool|kind))';

const REPAIR = [
  words(
    0.55,
    "i apologi[sz]e|my (?:sincere |deepest )?apologies|owe you an apology|accept my apology|want(?:ed)? to apologi[sz]e|(?:let me|have to|must|should) apologi[sz]e|(?:i'm )?(?:so |really |very |truly |genuinely )*sorry (?:if i|for (?:what i|what happened|how|my|being|not|the way|everything|all|snapping|yelling|shouting|ignoring|hurting|making|ruining|pushing|leaving|lying|losing|earlier|yesterday|last|that stupid|disappointing|letting|acting|saying|blaming|doubting|taking it|assuming|overreacting|going|the (?:fight|argument|mess|other|things|stupid))(?! (?:late|delay|typo|spam|long|confusion|wait|reply|able|able to))|about (?:what i|how|earlier|yesterday|before|last night|the (?:fight|argument|other|way|things)|this morning|my (?:tone|mood|behaviou?r|reaction|temper|message|words)|being)|(?:that )?i (?:was(?! (?:asleep|busy|at|in|on|not|out))|didn't(?! (?:see|reply|answer|catch|know|hear|get|have|notice))|said|made you|upset|hurt|snapped|yelled|shouted|lied|ignored|overreacted|let you|disappointed|blamed|pushed|ruined|messed|called you|treated|acted|forgot (?:our|your)|wasn't|haven't been|got (?:so )?(?:angry|mad|jealous|loud|defensive)))",
  ),
  words(
    0.5,
    "i(?: really| honestly)? (?:didn't|never)(?: really| ever)? (?:mean(?:t)?|intend(?:ed)?|want(?:ed)?|try|tried)(?: for)? (?:to (?:hurt|upset|offend|make you|be (?:so |that )?(?:rude|mean|harsh|cold)|snap|sound|yell|come across|push|scare|disappoint|insult|say|attack|start)|it (?:like that|that way|to)|that|any harm|you to feel)|didn't want to hurt|didn't mean (?:it|that|to)|not what i meant|came (?:out|across)(?: all| totally| completely| a bit)? (?:wrong|harsh|badly|as)|(?:sounded|was) (?:harsher|meaner|worse|ruder) than|what i (?:meant|wanted to say) (?:was|is)|i (?:phrased|worded|put) (?:that|it) (?:badly|wrong|poorly)|choose my words better",
    `(?:that|it|this) was${KIND_DEGREE} ${WRONG} (?:of|from) me|${WRONG} of me|wasn't (?:fair|right|nice|kind|okay|ok)(?: of me| on you| to you| towards you)|that's (?:all )?on me(?! (?:this time|tonight))|on me, not on you|my fault|my mistake(?=[.,!]|$)|my bad|i was wrong|i'm (?:the one )?(?:to blame|in the wrong)|i (?:was|'ve been|got|am|'m|acted|behaved|reacted|have been)${KIND_DEGREE}(?: being| acting| like)?${KIND_DEGREE} (?:harsh|rude|mean|unfair|selfish|stubborn|defensive|out of line|short with you|snappy|(?:an? )?(?:idiot|jerk|ass|asshole|dick|fool|brat)|insensitive|childish|cruel|unkind|unreasonable|cold to you|impatient with you|too hard on you|too pushy|distant)(?= |[.,!…]|$)`,
    "i (?:overreacted|over-reacted|went too far|crossed (?:a|the) line|messed up|screwed up|fucked up|blew it|let you down|hurt you|disappointed you|lied to you|treated you|pushed you|lost my temper|raised my voice|snapped at you|yelled at you|shouted at you|should have (?:listened|told|asked|called|been|said|trusted|apologi[sz]ed|known|thought|stayed|spoken)|should've (?:listened|told|asked|called|been|said|trusted|known|thought)|shouldn't have(?! to)|wasn't (?:listening|fair|myself|there for you|honest|kind))|take (?:that|it all|it|this) back|take back what i|out of line|didn't handle (?:that|this|it) well|handled (?:that|this|it) (?:badly|poorly)|forgive me|(?:can|could|will|would) you (?:ever |please )?forgive|took (?:it|that|everything|my [a-z]+) out on you|you didn't deserve (?:that|it|this)(?=[.,!]? (?:i|and i|from me))|(?:want|have) to make (?:it|this|things) (?:up|right)|make it up to you|make (?:it|this|things) right",
    "(?:i|it|that|this)(?: really)?(?: won't|'ll never| will never|'ll not| will not) (?:happen|do (?:it|that|this)|say (?:it|that)|let (?:it|that) happen) again|i(?:'ll| will| want to| promise to| can| promise i'll)(?: really| try to| do my best to)* (?:do better|be better|try harder|make (?:more of )?an effort|work on (?:it|that|myself|my)|listen better|change(?=[.!,]|$| for you))|i feel (?:so |really |very |just )*(?:bad|terrible|awful|guilty|horrible|ashamed|sorry) (?:about|for) (?:how i|what i|the way i|yesterday|last night|hurting|snapping|our|being|my|making|saying|earlier|the fight|the argument)|i regret (?:what i|how i|saying|the way|my words|being|our|hurting|snapping|yelling)",
  ),
  words(
    0.42,
    "you(?:'re| were)(?: absolutely| totally| completely| so| probably)? right(?=,? (?:and|but|that) i(?! )|,? and i|[.,!] (?:i(?:'m| was| should| shouldn't| didn't| wasn't|'ll try| need)|sorry|my)| to be (?:angry|upset|mad|hurt|annoyed|disappointed))|you(?:'ve| do have| had| have| did have| do)(?: got| really)? a point(?=,|\\.|!|$| and| i)|i (?:see|get|understand)(?: now)? (?:your side|why you(?:'re| are| were| got| feel| felt)(?: so)? (?:angry|upset|mad|hurt|annoyed|disappointed)|that (?:i|you(?:'re| are| were) (?:angry|upset|hurt|mad)))|i (?:know|see|realise|realize) (?:that )?i(?:'ve)? (?:hurt|upset|disappointed|wasn't|was|let you|should)|every right to be (?:angry|mad|annoyed|furious)(?: (?:at|with) me)?",
    "(?:let's|can we|could we|we can|we should|we could|shall we|i want to|i'd like to|please,? let's|want us to)(?: please| both| just| maybe| all)* (?:talk (?:about (?:it|this|that|what|yesterday|us)|it (?:through|over|out)|this (?:through|over|out)|calmly|tonight|tomorrow|later)|calm down|cool down|make up(?! (?:some|a|my|your|stories))|make peace|move (?:past|on from)|put (?:this|that|it)(?: all)? behind|not (?:fight|argue|go to bed angry|do this|let)|forget (?:about )?(?:the|our|yesterday|that|this|it|last night)|fix (?:this|it|things)|work (?:it|this|things) out|clear the air|start (?:over|again|fresh)|try (?:again|to (?:fix|talk|understand))|find a (?:compromise|solution|middle)|sort (?:this|it) out|meet in the middle|be friends again|stop (?:fighting|arguing))",
    "(?:i|we)(?: really)? (?:don't|didn't|never)(?: really| ever)? (?:want(?:ed)? )?(?:to |us to |this to )?(?:fight|argue|quarrel|come between us|lose you|ruin (?:this|us|what)|be mad at each other)|(?:fight|argument|fighting|arguing) (?:behind us|with you|again)|(?:come|stand|anything|something) between us|start (?:over|again)(?=[.,?!]|$| with)|agree to disagree|misunderstanding|misunderstood (?:you|each other|what)|meet in the middle|work (?:this|it) out|(?:can i|i can|how can i|want to|let me|how i can|how do i|wish i could) (?:fix|make up for|undo|repair) (?:this|it|that|what)|are we (?:ok|okay|good|alright|all right|cool|still (?:good|ok|friends)|fine)(?=[ ?.,!]|$)|(?:please )?don't (?:be|stay) (?:mad|angry|upset|cross)(?: at| with)? ?(?:me)?|(?:please )?don't hate me|had nothing to do with you|wasn't (?:about|because of) you|hate (?:it )?when we (?:fight|argue|don't talk)|hate (?:fighting|arguing) with you|i know i hurt you|being (?:so )?(?:stubborn|unfair|harsh)|peace offering|forgive me",
  ),
  words(
    0.3,
    "you(?:'re| were) right|fair point|i (?:see|get) (?:your point|where you(?:'re| are| were)? com)|i hear you|i understand your side|i know, i'm sorry|(?:i'm )?sorry (?:mum|mom|love|babe|honey|darling)",
  ),
  words(0.15, 'sorry|promise|argument|our fight'),
  words(
    0.45,
    "(?:i'm )?(?:so |really |very )?sorry[,.]? (?:but )?i (?:totally |completely |just |simply )?(?:forgot|missed (?:it|that|your)|overlooked|wasn't thinking|should)",
    `that was${KIND_DEGREE} (?:careless|thoughtless|forgetful|clumsy|inattentive|inconsiderate) of me`,
  ),
  words(
    0.45,
    "(?:can|could|shall|let's|should) we (?:please )?(?:try|do) (?:it |this |that )?again|let's try (?:it |this )?again|are we (?:friends again|good again)",
    "i (?:shouldn't have|should never have) (?:raised|shouted|yelled|said|been|snapped|let|left|done|talked|treated)|(?:that|it) was (?:so |really |very )?(?:mean|unkind|unfair|harsh|cruel) of me",
    "(?:i'll|i will|i promise to|i want to|i'm going to) do better",
  ),
];

/** "what do you", "how often", "have you", "is your"; not "what a day" or "when I was small". */
const QUESTION = new RegExp(
  `^(?:(?:and|so|but|ok|okay|well|hey|hi|oh|wait|then|now|tell me|just curious|also|btw|by the way|hm+|curious)[, ]+){0,2}(?:${[
    "(?:what|who|where|when|why|how|which)(?:'s|'re|s| (?:do|does|did|are|is|was|were|would|could|can|will|should|about|have|has|had|'s)\\b)",
    '(?:what|which) (?:kind|sort|time|type|one|ones|part|book|film|movie|music|song|colour|color|day|country|city|languages?|sign|else|made|brings|happened|makes)\\b',
    'how (?:much|many|old|long|often|far|come|tall|big|late|early|soon)\\b',
    "(?:do|did|are|were|have|would|could|can|will|don't|aren't|wouldn't|haven't|didn't|couldn't|can't|won't) (?:you|u|your|ya|we|they|people|i)\\b",
    "(?:is|are|was|were|does|did|has|had|isn't|wasn't|doesn't) (?:it|that|this|there|he|she|they|the|your|any(?:one|body|thing)|everything|everyone|work|being)\\b",
    '(?:shall|should) (?:we|i)\\b',
    '(?:any chance|any plans|any idea|any siblings|any pets|any tips|any recommendations|any news|got any|ever been|ever tried|ever had|ever thought|ever wondered|ever seen|ever read|wanna|fancy|up for|care to|mind if|who else|whose)\\b',
    'you .{1,60}(?: right|, right| no| or not| or what| huh| or no)$',
    ".{1,60}, (?:right|huh|or|correct|is that correct|agree|yeah|and you|what about you|how about you|hasn't it|isn't it|don't you|doesn't it|wouldn't you)$",
    '(?:and )?(?:you|yourself|u)$',
  ].join('|')})`,
);

const INSULT =
  '(?:idiot|moron|jerk|asshole|arsehole|liar|bastard|bitch|dumbass|loser|creep|coward|clown|manchild|hypocrite|cheater|narcissist|psycho|piece of (?:work|shit|crap|trash)|waste of (?:time|space)|disgrace|bully|control freak|drama queen)';
const UNKIND =
  '(?:ridiculous|selfish|impossible|unfair|pathetic|childish|mean|cruel|stupid|dumb|annoying|rude|disgusting|arrogant|heartless|insensitive|ungrateful|unbelievable|useless|worthless|manipulative|toxic|dishonest|unreliable|immature|lazy|awful|horrible|nasty|the worst|insane|out of your mind|disrespectful|controlling|self-centred|self-centered|self-absorbed|hopeless|hateful|spiteful|petty|vile|ignorant|obnoxious|two-faced|lying|full of (?:it|shit|yourself)|dense|such hard work)';
const BEING =
  "(?:you're|you are|you were|you have been|you really are|you can be|you'?re being|stop being|you've been)";

const TENSION = [
  words(
    0.5,
    'leave me alone',
    'shut (?:up|it|your mouth)(?! 😂|,? (?:no way|really))',
    'stop (?:it(?=[.!]|$)|accusing|lying|blaming|yelling|shouting|ignoring|twisting|pretending|making excuses|acting like|talking (?:to me|like)|telling me|bothering|texting me|calling me|playing|patronising|interrupting|messaging|nagging|guilt)(?! 😂)',
    `${BEING}(?: being| such| so| just| a| an| really| complete| total| always| the| all| fucking| absolutely| kind of| very| completely| acting)* ?(?:${UNKIND}|${INSULT})`,
    `(?:you|^|[,.!] )(?:fucking |stupid |lying |selfish |bloody |total |complete |you |little |pathetic |absolute |such an? )*${INSULT}(?=[.!]*$)`,
    `why (?:do you (?:always )?have to be|are you (?:always |being |such )?|must you be|do you act)(?: so| such| an?| always| being)* ?(?:${UNKIND}|${INSULT})`,
    "(?:do not|don't|don't get to|you don't get to|never)(?: you)?(?: dare| ever)? (?:talk|speak|lie|yell|shout|lecture|come)(?: to| at)? (?:to )?me(?: like that| again|[.!]|$)",
    "don't you (?:dare|ever)|how dare you|how could you(?! (?:manage|possibly|tell))",
    "i'm (?:so |really |just |completely |totally )*(?:done|fed up|sick|tired|finished) (?:with|of) (?:you|your|this(?= bullshit| shit| conversation| fight|[.!]|$)|being)",
    "what(?:'s|s| is) (?:even )?wrong with you",
    '(?:screw|fuck|damn) (?:you|off)|go to hell|get lost(?=[.!]|$)|piss off|go fuck|get out of my (?:life|face|sight)|drop dead|fuck yourself|never (?:text|call|write|contact|talk to) me again',
    '(?:so |how )?typical of you|shame on you|(?<!you )grow up(?=[.!,]|$)|get over yourself|get off my back|mind your own business|get a life|own up to it|who do you think you are',
  ),
  words(
    0.5,
    'you (?!(?:always|only|constantly)(?: just| really| even)? (?:listen|care|help|ask|call|answer|reply|try|notice|understand|understood me|have time|show up|said sorry)(?! (?:only|me to|like you|when it suits)))(?:never|always|only|constantly)(?: ever| even| just| really| once){0,2} (?:listen|have (?:time|to|an excuse)|care[ds]?|run|made? (?:everything|excuses|it|me feel (?:bad|small|like|guilty|stupid|worthless)|me (?:wait|angry|cry|pay|do)|a (?:scene|drama|fuss))|make (?:everything|excuses|it|me feel (?:bad|small|like|guilty|stupid|worthless)|me (?:wait|angry|cry|pay|do)|a (?:scene|drama|fuss))|do(?=[.! ]|$)(?! great)|say that|think about yourself|answer|reply|respond|ignore|put|ask|asked|call|called|help|helped|said sorry|apologi[sz]e|blame|complain|talk about yourself|cancel|forget|show up|tell me anything|let me (?:finish|talk)|want(?:ed)? me|notice|try|tried|bother|change|lie|understand|understood me|interrupt|disappear)',
    "you (?:don't|didn't|can't|couldn't|won't)(?: even| really| ever| just)+ (?:care|listen|ask|asked|try|bother|notice|remember|say|reply|look|know me|think|call|understand|apologi[sz]e|answer|respect)|you don't (?:care|listen|get it|respect me|deserve me|give a|own me)|never even (?:asked|called|apologi[sz]ed|thanked|noticed|tried|bothered|cared|said)",
    "you(?:'re| are) always (?:busy|angry|late|complaining|right|on your phone)|you(?:'re| are) never (?:there|here|right|on time|happy with|honest|satisfied)",
    'think(?:ing)? (?:only )?about yourself|you only (?:ever )?think',
    "(?:everything|it|this|that|it's|not everything)(?: always| is| has|'s)*(?: to be)?(?: always| all| only| just)* about you(?=[.,!]|$)|(?:world|everything) (?:doesn't )?revolves? around you",
    "you (?:lied|cheated|ignored me|used me|betrayed|embarrassed me|humiliated|disgust|let me down|ruined|broke (?:your|my|our|it|a)|wasted|blew|stood me up|ghosted me|left me (?:waiting|alone|hanging)|hurt me|treated? me like|owe me|promised(?! land)|forgot (?:again|my|our|it|about)|don't own|messed (?:it|this) up|started it|did it again|said that on purpose)",
    "you make me (?:sick|angry|so angry|mad|furious|cry|feel (?:like shit|worthless|small|stupid))|(?:twist|twisting|twisted) (?:my|everything|what i)|put(?:ting)? words in my mouth|wast(?:e|ing) (?:of )?my time|you(?:'re| are) wasting|blam(?:e|ing) (?:this |it |that |everything )?on me|(?:don't|stop|always|keep|quit) blam(?:e|ing) me|blame me for|(?<!not |isn't |wasn't |never )(?:all |only |it's |this is )your (?:own )?fault|accus(?:e|ing) me",
  ),
  words(
    0.45,
    "i'm (?:so |really |very |fucking |still )*(?:angry|furious|mad|pissed(?: off)?|livid)(?! (?:at|with|about) (?!you))(?: at| with)?(?: you)?",
    "(?:are you|you're|why are you)(?: so| still)? (?:angry|mad) (?:at me|with me)|you're (?:angry|mad)",
    "(?:that's|it's|that is|this is)(?: so| just| really| simply| absolutely| complete| such)* (?:not fair|unfair|pointless|bullshit|disgusting|unacceptable|outrageous|ridiculous|low|a lie|uncalled for)(?=[.!,]|$| of you| to me)",
    "(?:isn't|not|aren't being) fair(?=[.!,]|$| and you| how you)|not fair is how you|treat(?:ed|ing)? me like",
    '(?:such )?an? (?:horrible|nasty|cruel|mean|disgusting|rude|awful|low|shitty|hurtful) thing to (?:say|do)|(?:something|anything) so (?:nasty|mean|cruel|hurtful|stupid|horrible|rude)',
    "i hate (?:you|these fights|this fight|fighting|how you|when you|that you)(?! (?:so much )?(?:have to leave|are right 😂))|(?:you )?(?:piss|pissed|pisses|pissing) me off|gets? on my nerves|you drive me (?:crazy|mad|insane)(?! 😍)|i can't (?:stand|deal with|look at) you|sick of (?:you|your|hearing|being)",
    "your (?:excuses|lies|bullshit|attitude|drama|ego|games|whining|temper)|(?:enough|tired) of (?:you|your|this bullshit|the lies|the excuses)|i've had enough of (?:you|your|this|the (?:lies|excuses|drama))|cut the (?:crap|bullshit)",
    "fine[.,]? whatever|whatever[.,] (?:do|think|say|i don't care|suit|forget)|do what(?:ever)? you (?:want|like)(?=, you| i don't|[.!]|$)|i don't (?:even )?care (?:anymore|any more|what you)|suit yourself|forget it[.!]|think what you want|(?:you )?can't be bothered to|how (?:do|can|did) you not (?:get|know|understand|see|care|notice)|nobody (?:likes|asked|cares about) you|who asked you|what makes you (?:so|think)|are you seriously|bully for you|you fool|you're (?:just |way |far )?too (?:lazy|stupid|dumb|proud|selfish|stubborn|busy with yourself|immature)|your (?:useless|stupid|pathetic|ridiculous|damn|fucking)|eff you|you don't\\.? get it",
    "can't believe you(?:'d| would| did| said| just| actually| even| lied| forgot| are| never)?|what the (?:hell|fuck|heck) (?:is wrong|are you (?:doing|talking|thinking)|did you (?:do|say|just)|were you|do you (?:think|want))|wtf|what (?:did you think|were you thinking|do you think) you were doing|are you (?:even listening|kidding me|fucking|deaf|stupid|blind|insane|out of your mind)|i (?:told|reminded|warned) you (?:so|a (?:hundred|thousand|million)|many times|to|not to|already|just|again|this|yesterday|twice)|you (?:said|swore) you(?:'d| would)(?! (?:love|like))|how many times (?:do|did|have) i",
  ),
  words(
    0.45,
    "(?:talking|speaking|arguing) (?:to|with) you is|(?:can't|impossible to) (?:talk|reason|discuss anything) (?:to|with) you",
    "spare me(?= the| your|[.!,]|$)|thanks for nothing|who do you think you(?:'re| are)",
    "(?:don't|doesn't|didn't|couldn't)(?: even| really| clearly)? (?:give a (?:damn|shit|fuck|toss)|care (?:less|at all))(?: about (?:me|how i|what i|us|my))?|do you even (?:care|listen|hear|know|realise|realize|like me)",
    "(?:always|everything|it)(?: [a-z']+){0,3} (?:your way|how you want|the way you want)|so (?:now )?(?:it's|this is)(?: all)? my fault|(?:of course|sure|right)[.,]? (?:it's |blame )?(?:me again|my fault)",
    "you(?: could|'d| might)(?: at least)? (?:could )?have (?:at least )?(?:sent|called|texted|told me|written|said something|asked|warned|let me know)",
    "you(?: always| just| only){0,2} (?:make|making)(?: such)? a (?:drama|scene|fuss)|don't (?:tell|feed|give) me (?:stories|fairy ?tales|lies|that)|you stood me up|such a drama out of",
    "(?:don't|stop) (?:make|making|play|playing)(?: [a-z]+){0,2} (?:the victim|innocent|a fool of me|me feel)",
  ),
];

const HUMOUR = [
  words(
    0.45,
    "can't stop laughing",
    "(?:i'm|im) (?:dead|dying|crying|wheezing|cackling|howling|screaming)(?= 💀|.{0,14}(?:hilarious|funny|laughing|😂|🤣|lol)|[.! ]*$)(?<!i'm crying)(?<!i'm dying)(?<!i'm screaming)",
    "(?:i'm|im) (?:dying|crying|screaming)(?=.{0,14}(?:hilarious|funny|laugh|😂|🤣|💀|lol))",
    'crack(?:ing|ed|s)? me up',
    "(?:you're|that's|so|too|that is|how|pretty|really|very|was|freaking|quite|super) (?:so |too |just |absolutely |really |pretty |quite |very )?(?:funny|hilarious|hysterical)(?! (?:feeling|how|smell|thing|that you say))",
    'hilarious|hysterical|comedy gold',
    "(?:(?:just|only|i'm|im|was|totally|completely) |^|[.!] )(?:kidding|joking|teasing)(?! me)|just messing|messing with you|pulling your leg|(?:no )?pun intended|dad jokes?|bad joke|best joke|inside joke",
    "(?:you|that|this|it|which)(?: always| really| just)? (?:made|makes?|is making) me (?:laugh|giggle|chuckle|lol|snort|grin)|i (?:laughed|giggled|chuckled|snorted|laugh|cackled|snorted|had to laugh|lol'?d)|laughing (?:out loud|so hard|my|at|about|about)|(?:hurts?|crying|tears|cry|cried) (?:from|with|of) (?:laughing|laughter)|(?:cried|crying|cry) laughing|that (?:one )?(?:got|killed) me",
    'knock knock|jk|lel|lul|kek|lmfao|bahaha|mwahaha|teehee|hah',
  ),
];

const HEDGING = [
  words(
    0.5,
    'maybe',
    'perhaps',
    'i guess',
    '(?<!(?:an?|the|this|that|some|any|what|which|good|other|same|my|your) )kind of',
    'kinda',
    'sort of',
    'dunno',
    'idk',
    "i don't know",
    'not sure',
    'whatever(?! (?:happens|it takes|comes|you|i|we))',
    'we will see',
    "we'll see",
    'i suppose',
    'probably',
    'it depends',
    'i (?:may|might)',
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
