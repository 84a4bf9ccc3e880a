import type { MomentPatterns } from './hard-moment.data.ts';

const KIN =
  '(?:mum|mom|mother|dad|father|parents?|brother|sister|son|daughter|baby|child|husband|wife|partner|boyfriend|girlfriend|fiancee?|gran|grandma|grandpa|granddad|grandad|granny|nana|grandmother|grandfather|grandparents?|nan|uncle|aunt|cousin|niece|nephew|(?:best |closest |old |oldest )?friend|dog|cat|puppy|horse|rabbit)';
const ILL =
  "(?:cancer|tumou?r|leukemia|leukaemia|lymphoma|ms|multiple sclerosis|parkinson(?:'s)?|alzheimer(?:'s)?|dementia|als|hiv|aids|epilepsy|diabetes|lupus|depression|bipolar(?: disorder)?|schizophrenia|ptsd|endometriosis|crohn(?:'s)?|cirrhosis)";
const GROUP =
  '(?:immigrants|migrants|refugees|foreigners|muslims?|jews|jewish people|blacks|black people|whites|arabs|asians|mexicans|africans|turks|gypsies|roma|gays|gay people|homosexuals|lesbians|trans(?:gender)?(?: people| women| men)?|women|men|disabled people|poor people|indians|chinese)';
const VILE =
  '(?:disgusting|vermin|parasites?|animals|filth|scum|terrorists?|criminals|inferior|subhuman|stupid|rats|sick|perverts?|a disease|an abomination|unnatural|all the same|thieves|rapists|dirty|too (?:stupid|dumb|lazy|emotional))';

/** A stretch in which nobody speaks of the writer, the reader or a third person: what is in it is of a story or of work. */
const OTHERS =
  "(?:(?!(?<![\\w'])(?:i|i'm|im|i'll|i've|i'd|me|my|myself|mine|we|us|our|you|your|u|he|she|him|her|ex)(?![\\w]))[^.!?])";
const SELF = "(?<![\\w'])(?:me|my|myself|you|your|u)(?!\\w)";
const GAME =
  '(?:chess|scrabble|cards|mario\\w*|tennis|ping ?pong|darts|poker|uno|monopoly|(?:video |board |card )?games?|quiz\\w*|trivia|bowling|pool|golf|fifa|wordle|running|races?|badminton|squash|football|snooker|backgammon|rummy|it)(?!\\w)';

/** English. */
export const ENGLISH: MomentPatterns = {
  innocent: [
    "(?<!(?:want(?:ed)? to|wanna|hope i|hope to|wish i(?:'d| had| would)?|rather) )(?:dying|died|dead|die) (?:of|from|with) (?:laugh\\w*|boredom|curiosity|heat|hunger|thirst|embarrassment|shame|cuteness)",
    "(?<!(?:wish|hope|if|once|until|till|when|think|fear) (?:i )?)(?:i'm|im|i am|was) (?:literally )?(?:dead|dying)(?= ?[😂🤣💀😹])",
    '(?:heat|weather|job|work|commute|monday|goal|joke|jokes|song|suspense|traffic|hangover|hill|hills|stairs|feet|back|legs|knees|shoes|workout|meme|video|that|it|this|these|puns?)(?: is| are| was| really| just| always| absolutely)? (?:kill(?:s|ed|ing)?|slay(?:s|ed|ing)?) (?:me|us)(?![\\w])',
    '(?:kill(?:ing|ed|s)?|murder(?:ed|ing)?) (?:(?:it|time|the (?:mood|vibe|game|exam|interview))(?!\\w)|two birds|(?:a|an|some) (?:pizza|burger|coffee|beer|curry|steak|sandwich|cake|ice cream|cuppa|pint))',
    "(?:would|could|'d|i'd) (?:literally |honestly )?(?:(?:kill|murder)(?: someone| people)? for (?:an?|some|one|more|coffee|chocolate|sleep|cake)|die for)(?!\\w)",
    '(?<!(?:want|wanted|wants|wanna|need|ready|going|gonna|deserve|like|prefer|hope|wish|about|have|choose|love|try|trying|tried|decided|meant|supposed|plan|planning) )to die for(?=[!,.)😍🤤😋🙌]| [😍🤤😋🙌]| and |$)|(?:be|is) the death of me|(?:sleep|slept|sleeping) like the dead|dead (?:tired|serious|easy|cute|gorgeous|good)(?!\\w)|drop dead gorgeous',
    '(?:phone|laptop|battery|car|plants?|basil|cactus|houseplant|fern|tomatoes|tv|computer|engine|internet|bike|sourdough|starter|camera|watch|conversation|chat|headphones)(?: has| have| just| almost| nearly)? (?:died|is dead|are dead|passed away)',
    'sick of(?! (?:living|life|being (?:alive|here)|existing|it all|everything|myself|my life|this life))|(?:is|are|was|looks?|so) (?:sick|wicked|insane)(?=[!,. ]|$)(?! (?:with|and)|\\.? (?:people|they))',
    `shoot me (?:a|an) (?:message|text|dm|line|email|mail|note|quick)|hit me up|hit the (?:gym|road|beach)|beat(?:s|en)? me (?:every time |again |always )?(?:at|in) (?:\\w+ )?${GAME}|beats? me to (?:it|the (?:punch|bus|shop|door|bar))(?!\\w)|beat me by (?:an? |one |two |three |\\d+ )?(?:points?|seconds?|minutes?|goals?|hair|inch)|(?:almost|nearly|practically) (?:had|got|gave me) a heart attack`,
    "(?:i'?m|i am|you're|you are|he's|she's|(?:sister|brother|friend|mum|mom|dog|cat|he|she) is) (?:definitely |such |totally |a |an )*cancer(?:s)?(?= and| sun| moon| rising| season)(?! and (?:it|has|the|is|i|my|in|on|they))(?! (?:patient|survivor))|(?:my |star |your )sign is (?:a )?cancer|stroke of (?:luck|genius)|back ?stroke",
    `(?:novel|book|film|movie|series|show|podcast|documentary|story|play|game|episode|thriller|crime|song)${OTHERS}{0,60}[.!?]?${OTHERS}{0,90}(?:murder|kill|stab|die|dead|suicide|rape|war|death|attack)(?!${OTHERS}{0,25}${SELF})\\w*`,
    `(?:(?:i|he|she|we|they|who|also|and)(?:'m| am| is| are)? (?:volunteer|work|teach|stud|research|train)\\w*(?! (?:through|around|to (?:forget|escape|cope)|despite|because))|(?:as an?|i'?m an?|i am an?|he's an?|she's an?|is an?) (?:\\w+ ){0,2}(?:nurse|doctor|therapist|counsell?or|social worker|teacher|volunteer))${OTHERS}{0,60}(?:cancer|shelter|suicide|abuse|victims?|violence|hospital|hospice|oncology|crisis|ninth grade|grief)${OTHERS}{0,60}`,
    "(?<!(?:want(?:ed)? to|thinking (?:of|about)|think about) )kill(?:ing|ed) myself (?:laughing|with laughter|at the gym|trying to (?:carry|lift|open|reach|assemble|build|move|park|catch|keep up|get (?:this|that|the|it)))(?!\\w)|(?:gonna|going to|i'll|i) die+(?: laughing|,? (?:that'?s|this is) (?:so|too) (?:good|cute|funny|sweet|cool))|kill (?:him|her|them|it)(?!\\w)[^.!?]{0,15}[😂🤣😅😄]",
    'cut my own hair|cut (?:myself|my finger) (?:shaving|cooking|chopping|slicing|gardening|peeling|while (?:shaving|cooking|chopping|slicing|peeling|opening|gardening|washing)|when (?:i was )?(?:shaving|cooking|chopping|slicing|peeling|opening)|on (?:a |the |some )?(?:paper|tin|can|envelope|thorn|rose|lid)(?!\\w))',
    'got a shot(?!\\w)|flu shot|under the weather',
    'hate (?:mondays?|mornings?|cilantro|coriander|spiders|winter|running|waiting|queues)',
  ],
  self_harm: [
    '(?:want|wanted|wanna|wish|going|gonna|plan|planning|ready|try|tried|trying|feel like|think(?:ing)? (?:about|of))(?: to)? (?:just )?(?:die|dying|be dead|being dead|kill(?:ing)? myself|end(?:ing)? (?:my life|it all|it|everything)(?! with)|tak(?:e|ing) my (?:own )?life|hang(?:ing)? myself|disappear(?:ing)? forever|jump(?:ing)? off|not (?:be here|being here|exist|existing|wake up)|stop existing)',
    '(?:kill(?:ing|ed)?|hang(?:ing|ed)?) myself|suicid(?:e|al)|(?:end|ending|took|take|taking) my (?:own )?life|unalive|kms\\b',
    "(?:do not|don't|dont|can't|can not|cannot|never) (?:want to|wanna|want) (?:live|be alive|exist|wake up|be here|go on)(?: anymore| any more)?",
    '(?:point|reason|sense) (?:anymore|any more|in (?:living|going on|life|anything)|of (?:living|life|anything)|to (?:live|go on|keep going|wake up))',
    "better off (?:without me|if i (?:was|were|am|died|wasn't))",
    '(?:cut|cutting|cuts|burn|burning|burned|hurt|hurting|harm|harming|harmed) myself|self[- ]?harm\\w*|(?:started|start|begun|back to) cutting|cutting again|cut my (?:arms?|wrists?|legs?|thighs?)|slit my',
    '(?:bridge|roof|rooftop|ledge|tracks|balcony|window)[^!?]{0,70}(?:jump|want it to (?:stop|end)|let go|end it|step off)',
    '(?:have|got|all|enough|counted|saved|collected|bottle of|too many|hoarded|stash of)(?: (?:all|the|my|up|enough))* (?:sleeping )?(?:pills|tablets)(?: here| ready| saved| next to me| in front)?(?=[.! ]|$)|(?:rope|gun|razor) (?:is )?(?:ready|here)',
    "(?:no|not be a|won't be a|isn't a|is no|any) tomorrow for me|(?:nobody|no one) would (?:even )?(?:notice|miss me|care if i)|wish i (?:was|were) (?:dead|never born|not alive)|wish i had never been born|never been born",
    "not worth living|(?:nothing|no reason) (?:left )?to live|reason to live|(?:tired|sick) of (?:living|life|being alive|existing)|(?:give|giving|given) up on life|(?:fall asleep|go to sleep)[^.!?]{0,12} (?:and )?(?:never|not) wake|hope i (?:don't|never) wake|(?:hope|wish) i (?:die|could (?:just )?die)(?! of| laughing)|won't be (?:here|around) (?:tomorrow|much longer|next)|(?:written|wrote|writing) (?:my |a |the )?(?:goodbye|suicide) (?:letter|note)",
  ],
  abuse: [
    '(?:was|been|got|being) (?:\\w+ )?(?:raped|molested|groped|abused|assaulted|beaten|strangled|choked|trafficked)|(?:through|around|despite|forget|escape) the (?:abuse|violence) at home',
    '(?:raped|molested|groped|abused|beats?|strangled|choked|slaps?|slapped|punche[sd]|kicks?|kicked|hits?|burned|locked) me(?: up| in)?(?! (?:at|in (?:chess|cards)|to))',
    '(?:he|she|they|husband|wife|boyfriend|girlfriend|partner|ex|father|dad|mother|mum|mom|stepfather|stepdad|uncle|brother|coach|priest|teacher|boss)[^.!?]{0,30} (?:touched|touches|touching|forced|forces|threatens?|threatened|threw|throws|shoved|pushed|hurts?|hitting|beating|controls?|stalk(?:s|ed)) (?:me|things at me|himself on me|herself on me|a \\w+ at me|a \\w+ on me|my (?:money|phone|every))',
    "(?:does not|doesn't|won't|will not|never|not) (?:let|allow) me (?:to )?(?:leave|go out|out|see (?:my|anyone|friends)|have (?:friends|money|a phone)|work)|checks my (?:phone|messages)|(?:scared|afraid|terrified) of (?:him|her|my (?:husband|wife|boyfriend|girlfriend|partner|ex|father|dad|stepdad|mother))",
    'domestic (?:violence|abuse)|sexual(?:ly)? (?:abuse[d]?|assault(?:ed)?)|abusive (?:relationship|marriage|husband|wife|ex|boyfriend|girlfriend|partner|father|mother)|touched me (?:when|as) (?:i was|a)|without my consent|said no (?:but|and) (?:he|she)',
  ],
  violence: [
    "(?:i'll|i will|i'm going to|im going to|i am going to|gonna|want to|i'd like to|going to|about to|could|will) (?:\\w+ )?(?:kill|stab|shoot|strangle|murder|beat|hurt|punch|slap|smash|break|burn|find) (?:you|him|her|them|someone|somebody|everyone|us|my \\w+|our \\w+|your \\w+|the \\w+ (?:next door))",
    "(?:break|smash|cut|rip) your (?:legs?|neck|face|nose|bones|throat|skull|head|teeth|arms?|windows?)|beat you up|kick your (?:ass|teeth)|i'?ll hurt you",
    "you(?:'ll| will) wish you(?:'d| had)(?! (?:come|been there|seen|tried|tasted|brought|ordered))|not a threat,? (?:it's |but )?a promise",
    "i know where you (?:live|work|sleep)|you(?:'ll| will| are going to|'re going to|'re gonna) (?:regret|pay for|be sorry)|watch your back|make you (?:pay|suffer|regret)|(?:you're|you are) dead(?! (?:right|on))",
    "(?:has|have|got|with|holding|grabbed|pulled) (?:a|the) (?:knife|gun|weapon|axe|bat|machete)[^.!?]{0,60}(?:kill|stab|hurt|shoot|door|threat|hiding|us\\b)|(?:bought|have|got) a gun (?:for|to)|shoot up the|threatens? to (?:kill|hurt|shoot|stab)|(?:says?|said) (?:he|she|they)(?: will|'ll| would|'d| is going to) (?:kill|stab|shoot|hurt)",
    '(?:going to|gonna|will|i.ll) (?:kick|smash|bash|stove|cave) (?:your|his|her|their) (?:head|face|teeth|skull|ribs)(?: in)?(?=[ .,!?]|$)',
  ],
  minor: [
    "i(?:'ll| will) be (?:1[0-7]|thirteen|fourteen|fifteen|sixteen|seventeen) (?:in (?:the )?(?:spring|summer|autumn|winter|fall|january|february|march|april|may|june|july|august|september|october|november|december|a few|two|three)|next (?:month|week|year)|soon|on)",
    "(?:i'm|im|i am|actually|really|truth is|just turned|turned|turning) (?:only |just |really |actually |still )*(?:1[0-7]|thirteen|fourteen|fifteen|sixteen|seventeen|twelve)(?! (?:minutes|min|km|miles|years (?:older|sober|clean|into|in\\b)|days|hours|weeks|months|percent|%|euros|dollars|people|pages|th|:|\\.|of))(?=[ ,.!?]|$)",
    "(?:i'm|im|i am|still|i'll be|starting)(?: still| only| just| in| a)* (?:in )?(?:middle school|high ?school|secondary school|(?:[6-9]th|1[0-2]th|sixth|seventh|eighth|ninth|tenth|eleventh) grade|year (?:7|8|9|10|11)\\b|freshman in high|a minor\\b|underage|under ?age)",
    "homework for (?:my )?(?:ninth|eighth|tenth|seventh|[6-9]th|school|year \\d)|(?:my )?(?:mum|mom|dad|parents) (?:says?|said|would|will|won't|don't|doesn't)[^.!?]{0,30}(?:homework|bed ?time|grounded|not allowed on (?:apps|dating))|(?:have|got) school tomorrow|not (?:18|eighteen) yet|(?:lied|lie) about my age|fake age",
  ],
  sexual_pressure: [
    "(?:send|show) me something (?:with less|without (?:the|your|that)|less)(?!\\w)|(?:come on|just)[^.!?]{0,20} for me,? i (?:wont|won't|will not) show|(?:dates?|dinners?|paid|drove)[^!?]{0,50} (?:only get|just get|gave me|i get) a hug",
    '(?:send|show|give|share|want|see)(?: me| us)?(?: some| a| an| your| more| just| one| any)* (?:nudes?|naked|nude|topless|sexy|hot|dirty|tits|boobs|breasts|ass|pussy|dick|cock|body|underwear|lingerie|bare)(?: pics?| pictures?| photos?| selfies?| body| videos?)?(?=[ .!?,]|$)',
    'what are you wearing|what do you (?:have on|sleep in)|are you (?:naked|horny|wet|hard|a virgin|alone in bed)|take (?:off|it off|your (?:clothes|shirt|top|bra)|that off)|undress|get naked|(?:nudes?|dick pics?)\\b|naked (?:picture|photo|pic|selfie)|bra size|cup size',
    "(?:if you|you would|you'd|you owe|prove|come on|owe me)[^.!?]{0,50}(?:sleep with me|have sex|fuck|send (?:me )?(?:one|it|a pic)|do it with me|sex\\b|spend the night|show me)",
    "(?:wanna|want to|let's|lets|can we|i'?d love to|i want to|gonna|how about we) (?:fuck|bang|have sex|sext|cyber|hook ?up|smash|see you naked|touch you|taste you)|sit on my face|suck (?:my|me)|jerk(?:ing)? off|i'm (?:so )?horny|sexting|(?:how much|price) for (?:the|a) night|don'?t be (?:a |such a |so )?(?:prude|tease|frigid|boring, send)",
  ],
  hate: [
    `(?:all |these |those |the |most |fucking )*${GROUP}(?: people)?(?: in (?:this|our|the) \\w+)? (?:are|is|should be|were)(?: all| just| nothing but| so| such| really)* ${VILE}`,
    `${GROUP} (?:are |keep |have )?(?:ruin(?:ing|ed)?|destroy(?:ing|ed)?|invad(?:ing|ed)|tak(?:ing|en) over|infest\\w*|steal(?:ing)?|poison(?:ing)?|replac(?:ing|ed)|breed\\w*)`,
    `${GROUP}(?: people)? (?:should(?: not|n't)?|must(?: not|n't)?|don't deserve to|do not belong|don't belong|belong in|have no (?:right|place)|can't be trusted|need to (?:be|go|leave))(?: be allowed| be able| all| be)*(?: to)? ?(?:adopt|marry|vote|die|be shot|be deported|be gassed|exist|have (?:children|kids|rights)|live here|get out|go (?:back|home)|the kitchen|drive|here|work|teach|hang|in camps)?`,
    `(?:hate|despise|can't stand|sick of|kill|gas|deport|get rid of|disgusted by)(?: all| the| these| those)* ${GROUP}`,
    '(?:hitler|nazis?|the holocaust)[^.!?]{0,30}(?:right|good points?|had a point|misunderstood|great|hoax|never happened|a lie|finish)|white (?:power|pride|supremacy)|master race|go back to (?:your|their) (?:own )?countr|great replacement|\\b(?:niggers?|faggots?|kikes?|trannies|tranny|wetbacks?|pakis|chinks?|retarded people)\\b',
  ],
  grief: [
    `\\b(?:my|our|his|her) ${KIN}(?: and my \\w+)?(?: of \\w+ years)?,?(?: \\w+,?)? (?:died|passed(?: away| on)?|is (?:dead|gone)|was (?:killed|buried)|has (?:died|passed)|just died|took (?:his|her|their) (?:own )?life|didn't make it|did not make it)`,
    `(?:lost|losing|buried|bury|burying|mourning|grieving(?: for)?|said goodbye to|miss) (?:both )?(?:my|our) (?:late )?(?:${KIN})(?! (?:at|in the (?:crowd|shop|park)))`,
    `(?:had to )?(?:put|putting) (?:my|our|the) (?:dog|cat|horse|rabbit|pet|\\w+) (?:down|to sleep)|(?:funeral|(?:at|to|for|after) (?:the|his|her) wake\\b|burial|memorial|ashes)(?! (?:home decor))|miscarr\\w+|stillb\\w+|(?:lost|losing) (?:the|our|my|a) (?:baby|pregnancy)|(?:my|our) late (?:husband|wife|father|mother|brother|sister)|(?:anniversary of|since) (?:\\w+ )?(?:his|her|my \\w+(?:'s)?) death|widow(?:er|ed)?\\b|since (?:he|she|mum|mom|dad) died|(?:he|she) died (?:last|this|on|in|two|three|a )`,
    'my (?:nan|nana|gran|granny|grandma|grandpa|grandad|grandmother|grandfather|mum|mom|dad|mother|father)(?: \\w+)? slipped away',
  ],
  illness: [
    `(?:diagnosed|diagnosis)\\b`,
    `(?:i|he|she|they|${KIN})(?:'ve|'s| have| has| had| got| have got| has got| is fighting| am fighting| suffers? from| suffer(?:ing)? from| is battling)(?: just| been| found out| a| an| terminal| stage \\w+| breast| lung| brain| skin| bowel| prostate)* ${ILL}\\b|(?:found out|learned|told me) (?:that )?(?:i|he|she) (?:have|has) ${ILL}`,
    "(?:i'm|i am|im|is|was|been|back|lying|rushed|taken|admitted|ended up)(?: still| stuck| back)* (?:in|to) (?:the |a )?(?:hospital|icu|intensive care|er\\b|emergency room|psych(?:iatric)? ward|hospice|rehab|clinic)",
    '(?:chemo|chemotherapy|radiation therapy|dialysis|metasta\\w+|biopsy|terminal(?:ly ill)?|in a coma|life support|palliative)',
    "(?:had|having|has had|after (?:a|his|her)) (?:a |another )?(?:stroke|heart attack|seizure|miscarriage|breakdown|overdose)|(?:found|see|saw) (?:something|a (?:lump|mass|shadow|spot)) (?:on|in) (?:the|my|his|her) (?:scan|x-?ray|breast|lung|mri|brain)|(?:scan|test|biopsy) results? (?:were|was|came back|are) (?:bad|positive|not good)|needs? (?:a )?(?:surgery|an operation|a transplant|a kidney)|panic attacks? (?:every|all)|can(?:not|'t) get out of bed (?:since|for (?:weeks|months|days))",
  ],
  goodbye: [
    "(?:not|n't) (?:think )?(?:we (?:are|'re) )?(?:a (?:good )?(?:match|fit)|right for each other|compatible|meant to be)|(?:don't|do not|didn't|no|not a|never felt a) (?:feel |really feel )?(?:a |any |the )?(?:spark|chemistry|connection)",
    "(?:met|seeing|found|dating) (?:someone|somebody) (?:else|new)?(?: now)?(?=[ .,!]|$)|(?:stop|end) (?:talking|this|chatting|writing|it) here|(?:won't|will not|not going to|don't want to) (?:write|reply|continue|keep (?:talking|chatting|writing))|deleting (?:this|the) app|(?:good luck|all the best|wish you (?:all the best|well|luck))[^.!?]{0,30}(?:out there|goodbye|search|finding|[.!]|$)|farewell|goodbye(?! (?:kiss|hug|party|letter))",
  ],
  boundary: [
    "(?:not|n't|un)(?: feel| really| very)* ?comfortable|(?:please |just )?stop (?:asking|writing|texting|calling|it|that|pushing|sending)|leave me alone|(?:rather|prefer|d like) (?:not|to wait|to keep that)|^no[,.! ]+(?:thanks|thank you|i (?:don't|do not|won't)|sorry|please|not)|(?:don't|do not|not ready to|not want to|won't)(?: really)? (?:want(?: to)?|talk about|share|discuss|do that|meet yet|give you)(?=[ .!,]|$)(?! (?:to (?:miss|lose|forget|wait|stop|brag|spoil|know|sound|jinx)))|need (?:some |a bit of |more )?(?:space|time|distance)|too (?:fast|soon|personal|much) for me|that(?:'s| is) (?:private|personal)|no means no|back off|slow down",
    '^(?:sorry[,.]? |please[,.]? )?not yet,? please|could we wait with (?:that|it|this)|(?:i.d |i would )?(?:rather|prefer to) (?:keep|stick to) (?:texting|writing|chatting|messaging)',
  ],
  hurt: [
    "(?:feel|felt|feeling) (?:\\w+ )?(?:disrespected|ignored|insulted|attacked|judged|used|belittled)|(?:that|this|it|you) (?:really )?(?:hurt|hurts|stung|offended)(?: me)?(?=[ ,.!]|$)(?! (?:my (?:back|knee|leg|arm)))|(?:annoyed|angry|upset|disappointed|mad|furious) (?:with|at|by) you|(?:talk|speak|spoke|talked) to me like (?:that|i'm)|(?:that was|you were|you're being|how) (?:so |really |very )?(?:rude|mean|hurtful|unkind|cruel|harsh)|(?:really|quite|so|very) (?:annoyed|upset|offended) (?:and|now|by|about)",
  ],
};
