import type { Phrases } from './phrase-book.data.ts';

/** English. */
export const ENGLISH: Phrases = {
  topics: {
    cooking: {
      words:
        "(?:i|we|i'm|i've|love|like|to|been|started|enjoy) (?:\\w+ )?cook(?:ed|ing)?|from scratch|my recipes?|a new recipe|(?:i|we|i'm|i've) (?:\\w+ )?(?:made|make|making) (?:\\w+ ){0,2}(?:ramen|curry|dumplings|lasagne|pasta|soup)",
      ask: [
        ['start', 'Who taught you to cook?'],
        ['best', "What's your signature dish?"],
      ],
    },
    meal: {
      words: 'cooked for (?:us|me|everyone|everybody|all of us)|(?:made|cooked) (?:me|us) (?:dinner|lunch|breakfast)',
      ask: [['which', 'What was on the menu?']],
    },
    baking: {
      words: 'bak(?:e|ed|ing)|sourdough|(?:made|make|making) (?:\\w+ ){0,2}(?:pancakes|cakes?)',
      ask: [
        ['best', 'What do you like baking most?'],
        ['feel', 'Do you stick to the recipe or wing it?'],
      ],
    },
    concert: { words: '(?<!(?:my|our) (?:choir )?)(?:concert|gig)', ask: [['which', 'Whose concert?']] },
    instrument: {
      words:
        "(?:i|i've|i'm|we|to|started|been)(?: \\w+){0,2} (?:play|played|playing|practis\\w+|picked up|learn\\w*)(?: \\w+){0,2} (?:guitar|piano|cello|violin|viola|drums|bass|flute|saxophone|trumpet|ukulele|accordion)|i (?:play|learn|practise)(?: \\w+){0,2} (?:guitar|piano|cello|violin|viola|drums|bass|flute|saxophone|trumpet|ukulele|accordion)",
      ask: [
        ['start', 'What made you pick that instrument?'],
        ['next', 'What are you playing at the moment?'],
      ],
    },
    singing: {
      words: 'choir|(?:we|i) sing|singing',
      ask: [
        ['which', 'What are you singing at the moment?'],
        ['start', 'How did you get into singing?'],
      ],
    },
    stage: {
      words:
        '(?:went to|was at|were at|been to|saw|visited|back from)(?: \\w+){0,3} (?:theatre|theater|opera|ballet|musical|museum|exhibition|gallery)|yesterday[^.!?]{0,30}(?:theatre|theater|opera|ballet|museum|exhibition)|(?:theatre|theater|opera|ballet|museum|exhibition)[^.!?]{0,20}(?:yesterday|last night)',
      ask: [
        ['which', 'What did you see?'],
        ['best', 'What did you like best?'],
      ],
    },
    film: {
      words: '(?:the|a|that|this) (?:\\w+ )?(?:film|movie|series|documentary)',
      ask: [
        ['which', "What's it called?"],
        ['about', "What's it about?"],
      ],
    },
    book: {
      words: '(?:the|a|that|this|my) (?:\\w+ )?(?:novel|book)',
      ask: [
        ['which', "What's it called?"],
        ['about', "What's it about?"],
      ],
    },
    dog: {
      words: '(?:my|our) (?:\\w+ )?(?:dog|puppy)',
      ask: [
        ['best', "What's the funniest thing your dog does?"],
        ['start', 'How did you two find each other?'],
      ],
    },
    cat: {
      words: '(?:my|our|two|three) (?:\\w+ )?(?:cats?|kittens?)',
      ask: [['best', "So who's really in charge at home?"]],
    },
    hiking: {
      words: '(?:i|we) (?:\\w+ )?hik(?:e|ed)|hiking|trail(?! mix)|summit|hut to hut',
      ask: [
        ['best', "What's your favourite trail?"],
        ['with', 'Do you prefer to hike alone or with company?'],
      ],
    },
    garden: {
      words: 'gardening|gardener|my (?:\\w+ )?(?:garden|basil|tomatoes|balcony|plants?)|allotment',
      ask: [['next', 'What do you want to grow next?']],
    },
    water: {
      words: '(?:swim|swimming|swam|surfing|surf|sailing|diving)|(?:in|at|to) the (?:lake|sea)',
      ask: [
        ['feel', "Do you go in even when it's cold?"],
        ['best', 'Lake or sea, if you had to choose?'],
      ],
    },
    bike: {
      words: 'cycl(?:e|ed|ing)|my bike(?! (?:is|was|has|got|broke))|bike ride|by bike|biking',
      ask: [['best', "What's your favourite route?"]],
    },
    running: {
      words:
        '(?:go|went|love|like|started|been|got into) running(?! (?:out|late|around|errands))|marathon|jogging|(?:go|went|going) for a run|i run(?! (?:a|out|into|late))',
      ask: [
        ['start', 'What got you into running?'],
        ['feel', 'With music or without?'],
      ],
    },
    climbing: {
      words: 'climbing|bouldering',
      ask: [
        ['start', 'What got you into climbing?'],
        ['feel', 'Do you ever get scared up there?'],
      ],
    },
    dancing: {
      words: '(?:i|we) danc(?:e|ed)|dancing|salsa class(?:es)?|tango',
      ask: [
        ['start', 'How did you get into dancing?'],
        ['feel', 'Do you count the steps or just go with it?'],
      ],
    },
    teaching: {
      words: "(?:i|we) teach|(?:i am|i'm) a teacher|my (?:pupils|students|class)",
      ask: [
        [
          'which',
          'What subject do you teach?',
          'maths?|physics|chemistry|biology|english|german|french|spanish|history|music|art|sports?|science|geography|primary|elementary|nursery|kindergarten|preschool|yoga|piano|guitar',
        ],
        ['best', 'When did your students last make you laugh?'],
      ],
    },
    nursing: {
      words: "(?:as a|i am a|i'm a) (?:nurse|midwife|paramedic|doctor|carer)",
      ask: [
        ['best', 'What do you love about it?'],
        ['feel', 'How do you switch off after a hard shift?'],
      ],
    },
    work: {
      words: 'my (?:job|work)|work as an? (?!nurse|midwife|paramedic|doctor|carer|teacher)',
      ask: [
        ['best', 'What do you like most about your job?'],
        ['start', 'How did you get into it?'],
      ],
    },
    volunteering: {
      words: 'volunteer(?:s|ing)?',
      ask: [
        ['start', 'How did you get into that?'],
        ['best', 'What keeps you going back?'],
      ],
    },
    studying: {
      words: "(?:my|the) (?:thesis|exam|exams|degree|course)|(?:i|i'm|am) study(?:ing)?",
      ask: [['next', "And what's next after that?"]],
    },
    language: {
      words: 'learn(?:ing)? (?:spanish|french|german|japanese|italian|portuguese|korean|chinese|arabic|sign language)',
      ask: [
        ['start', 'What made you pick that language?'],
        ['best', 'Do you have a favourite word yet?'],
      ],
    },
    chess: {
      words: 'chess',
      ask: [
        ['start', 'How did you get into chess?'],
        ['feel', 'Do you plan ahead or play by instinct?'],
      ],
    },
    games: {
      words: 'board ?games?|card games?|game night',
      ask: [
        ['best', "What's your favourite at the moment?"],
        ['feel', 'Are you a good loser?'],
      ],
    },
    moving: {
      words: '(?:moving|moves|move) (?:to|out|in|into|house)|packing|moving boxes',
      ask: [
        ['next', "How's the packing going?"],
        ['feel', 'Is it exciting, or hard to say goodbye?'],
      ],
    },
    party: {
      words: 'had a (?:\\w+ )?party|we celebrated|(?:there were|we were) (?:\\w+ty|\\d\\d)(?: of us)?',
      ask: [
        ['best', 'What was the best part?'],
        ['with', 'Who organised it all?'],
      ],
    },
    back: {
      words:
        'back from (?!(?:the|a|an|my|our|work|school|training|practice|choir|yoga|class|lunch|dinner)(?!\\w))|(?:flew|travelled|traveled) to',
      ask: [
        ['best', 'What was the best part?'],
        ['next', 'Would you go again?'],
      ],
    },
    leaving: {
      words: '(?:flying|travelling|traveling|going on holiday) to',
      ask: [
        ['next', 'What are you looking forward to most there?'],
        ['with', 'Do you plan your trips or just see what happens?'],
      ],
    },
    unwell: {
      words:
        '(?:have|got|caught) a cold|the flu|sore (?:throat|arm)|(?:arm|back|neck) is sore|headache|migraine|toothache|sprained|jet ?lag',
      ask: [
        ['feel', "Oh no. I hope it's better by tomorrow!"],
        ['best', 'Oh dear. Is there anything that helps a bit?'],
      ],
    },
    popcorn: { words: 'popcorn', ask: [['best', 'Important question: sweet or salty?']] },
    zodiac: {
      words:
        '(?:a|an|definitely|such a) (?:aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)(?= and|[.,!?]|$)|zodiac|horoscope|my star sign',
      ask: [
        ['best', 'How can you tell?'],
        ['feel', 'Do you really believe in star signs, or is it just for fun?'],
      ],
    },
    sleep: { words: 'slept', ask: [['best', 'Are you an early bird or a night owl?']] },
    craft: {
      words: 'knit(?:s|ted|ting)?|crochet\\w*|sewing|pottery|ceramics|(?:i|we) paint|painting class|drawing',
      ask: [
        ['next', 'What are you working on at the moment?'],
        ['start', 'Where did you learn that?'],
      ],
    },
    photography: {
      words: 'photography|my camera|darkroom',
      ask: [
        ['best', 'What do you like photographing most?'],
        ['start', 'How did you get into photography?'],
      ],
    },
    monday: {
      words:
        "(?:hate|detest|loathe|dread|can't stand|don't like|not a fan of) (?:\\w+ )?mondays?|mondays are (?:the worst|awful|terrible|hard|evil)",
      ask: [
        ['feel', 'What makes them so bad?'],
        ['best', 'So which day do you like best?'],
      ],
    },
    achievement: {
      words:
        "(?:i|we|i've|we've) (?:\\w+ )?(?:passed|aced) (?:my|our|the|that) (?:\\w+ ){0,2}(?:test|exam|exams|finals)|(?:i|i've) (?:\\w+ )?(?:handed in|submitted|defended) my (?:thesis|dissertation)|(?:i|i've) (?:\\w+ )?(?:finished|ran|run) my first (?:\\w+ )?(?:marathon|race|10k)|(?:i|i've) (?:\\w+ )?(?:got|been offered) (?:the|a new) (?:job|promotion)",
      ask: [
        ['next', 'Congratulations! How are you going to celebrate?', 'celebrat\\w*'],
        ['feel', 'Well done! Has it sunk in yet?'],
      ],
    },
    new_pet: {
      words: "(?:i|we|i've|we've) (?:\\w+ ){0,2}adopted (?:a|an|two|this) (?:\\w+ )?(?:dog|puppy|cat|kitten|rescue)",
      ask: [
        ['start', 'What made you choose that one?'],
        ['feel', 'How are the first days together going?'],
      ],
    },
    renovating: {
      words:
        "(?:i|we|i'm|we're|are|am) (?:\\w+ )?(?:repainting|painting|redecorating|renovating|doing up) (?:the|my|our) (?:\\w+ )?(?:kitchen|flat|house|room|hall|hallway|bathroom|bedroom|walls?|apartment)",
      ask: [
        ['next', "What's it going to look like when it's done?"],
        ['with', 'Do you enjoy that, or do you just want it to be over?'],
      ],
    },
    delay: {
      words:
        "(?:my|our|the) (?:flight|train|bus) (?:\\w+ ){0,2}(?:delayed|cancelled|canceled|late|stuck)|(?:i'm|we're|i am|i was|got) stuck (?:at|in|on) (?:the |a )?(?:airport|train|station|platform|traffic)",
      ask: [['feel', 'Oh no, how annoying! What do you do to pass the time when you are stuck like that?']],
    },
    heat: {
      words:
        "(?:3\\d|4[0-5]) ?(?:degrees|°c?)(?: \\w+){0,3}|(?:i'm|we're) melting|(?:air con|aircon|air conditioning|ac) (?:is|has) (?:broken|broke|died|down)",
      ask: [['feel', 'Oh no! What do you do to cool down?']],
    },
    mishap: {
      words:
        "(?:i|i've) (?:\\w+ )?(?:burnt|burned|ruined|messed up) (?:the|my|a) (?:\\w+ ){0,2}(?:cake|bread|dinner|lunch|cookies|soup|pancakes|pizza|toast)",
      ask: [
        ['next', 'Oh no! Will you give it another try?', 'try again|again tomorrow|never again'],
        ['feel', 'At least it makes a good story. What went wrong, do you think?'],
      ],
    },
  },
  given: {
    which: '[“„«「『].+|called|named',
    about: 'about|set in',
    start: 'since|started|first (?:time|picked)|when i was|years ago|taught me|grew up',
    best: 'favou?rite|best|love most|never skip',
    next: 'next|planning|want to try|going to',
    with: 'with (?:my|a|some|friends)|alone|together|on my own|for (?:others|myself)',
    feel: 'because|i love how|makes me|the feeling',
  },
  yours: 'send me|show me|your|you are|you look',
  agree: ["Yes, %when works for me. I'm looking forward to it!"],
  otherDay: ["I'd love to, but %when doesn't work for me. Could we find another day?"],
  decline: ["Thanks for asking! I'd like to chat a bit more before we meet."],
  confirm: ["Great, %when it is! I'm looking forward to it."],
  declined: ['No problem at all. Just tell me when suits you better.'],
  amused: {
    words: 'laugh\\w*|hilarious|so funny|killed me',
    lines: ['I am glad! What made you laugh the most?'],
  },
  grief: [
    "I'm so sorry. If you want to talk, I'm here.",
    "I'm so sorry. There's no need to reply, I just want you to know I'm here.",
  ],
  griefFor: [
    "I'm so sorry about %who. If you want to talk, I'm here.",
    "I'm so sorry. There's no need to reply, but I'd like to hear about %who if you ever want to talk.",
  ],
  griefDay: {
    words: 'birthday|anniversary|would have (?:been|turned)',
    lines: [
      "That can't be an easy day. If you'd like to tell me about %who, I'd love to listen.",
      "That can't be an easy day. If you want to talk, I'm here.",
    ],
  },
  illness: [
    "I'm sorry you're going through this. I'm here if you want to talk.",
    "That sounds really hard. There's no need to reply quickly, I'm here.",
  ],
  illnessFor: [
    "I'm sorry to hear that about %who. I'm here if you want to talk.",
    "I'm thinking of you and %who. There's no need to reply quickly.",
  ],
  kin: {
    pattern:
      "(?:(?<=^|[.,!?] )(?:mum|mom|dad|grandma|grandpa)|my (?:mum|mom|mother|dad|father|brother|sister|son|daughter|husband|wife|partner|gran|granny|nana|grandma|grandpa|grandad|granddad|grandmother|grandfather|nan|uncle|aunt|cousin|best friend|friend|dog|cat))(?!\\p{L}|[’']s (?:dog|cat|mum|mom|mother|dad|father|brother|sister|wife|husband|friend))",
    nouns:
      '(?:(?:step|grand|god)?(?:mother|father|mum|mom|mam|dad|son|daughter|child|kid|brother|sister|parent)s?(?:-in-law)?|nan|nana|gran|granny|grandma|grandpa|granda?d|granddad|husband|wife|partner|boyfriend|girlfriend|uncle|aunt|auntie|cousin|niece|nephew|twin|baby|fiancée?|best friend|friend|mate|neighbour|neighbor|colleague|lads?)(?!\\p{L})',
    yours: [
      [/^my/i, 'your'],
      [/^(?=mum|mom|dad|grandma|grandpa)/i, 'your '],
    ],
  },
  refuse: ["I don't want that. Please don't ask again.", 'No. Please respect that.'],
  refuseAgain: ["My answer hasn't changed: no."],
  disagree: ["I see that very differently, and I don't like hearing people talked about that way."],
  respect: ['Of course, I respect that.', 'Okay, and sorry if I pushed.'],
  farewell: [
    'Thanks for being so honest. I wish you all the best.',
    'I understand. It was nice chatting with you. Take care!',
  ],
  sorry: ["You're right, and I'm sorry. I didn't mean to hurt you.", "I'm sorry I hurt you. Thanks for telling me."],
};
