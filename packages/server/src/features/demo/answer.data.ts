/** Answers to a common question. The first entry whose pattern matches is used. */
export interface CannedAnswer {
  asked: RegExp;
  answers: readonly string[];
}

export const ANSWERS: readonly CannedAnswer[] = [
  {
    asked:
      /\b(are you (real|a (real )?(bot|robot|human|person|machine))|(a|an) (bot|ai|machine)\b|demo (person|account))/i,
    answers: [
      'No, I am one of the demo people here: made up, so that you can try everything out. You can still ask me anything',
    ],
  },
  {
    asked:
      /\b(how are you|how do you (do|feel)|how('s| is| was) (it going|your (day|week|evening|weekend|morning)))\b/i,
    answers: [
      'Quite well, a bit tired in the good way. I spent the afternoon outside',
      'Better since you wrote. It was a day with too many lists',
      'Calm today, which I do not take for granted',
    ],
  },
  {
    asked:
      /\b(would|could|shall|do|will) (you|we) (like to |want to |love to )?(meet|come|go (out|for)|have (a )?(coffee|drink|dinner)|take a walk)\b/i,
    answers: [
      'I would like that. Something simple, where one can talk and leave when one wants to',
      'Yes, and not too far in the future. Somewhere with water to look at',
      'Gladly, once we have talked a little more. I like to arrive slowly',
    ],
  },
  {
    asked:
      /\bwhat('s| is| are)? (you |your )?(looking for|hop(e|ing) (for|to find)|want (from|in))\b|why are you here\b/i,
    answers: [
      'Somebody to be quiet with and to laugh with on the same day',
      'Something that lasts because both want it to, not because it began well',
      'To be known by somebody before I am looked at. It sounds grand, and I mean it',
    ],
  },
  {
    asked: /\bproud\b/i,
    answers: [
      'That I learned to apologise without adding a "but"',
      'Of having asked for help once, when not asking would have been easier',
      'That my nieces call me when something is difficult, not only when it is fun',
    ],
  },
  {
    asked: /\b(home|feel at home)\b/i,
    answers: [
      'A kitchen with the light on and somebody humming in it',
      'Less a place than a sound: keys in the door, and a voice I know',
      'Where I do not have to explain why I am quiet',
    ],
  },
  {
    asked: /\b(laugh|funny|humou?r|joke)\b/i,
    answers: [
      'People who try to hold a laugh in and fail. I am lost then',
      'My own plans, mostly, about a week after I made them',
      'Very bad puns told with great dignity',
    ],
  },
  {
    asked: /\b(look(ing)? forward)\b/i,
    answers: [
      'To the first warm evening when nobody wants to go inside',
      'To a long train ride next month, and to the person at its other end',
      'To finishing something I began two winters ago',
    ],
  },
  {
    asked: /\b(younger self|younger you|at (sixteen|eighteen|twenty)|advice)\b/i,
    answers: [
      'I would say: nobody is watching you as closely as you think, go and dance',
      'It is allowed to be slow. The fast ones come back to ask the way',
      'Write to your grandmother more often. She keeps every postcard',
    ],
  },
  {
    asked: /\b(changed? your mind|wrong about)\b/i,
    answers: [
      'About being alone: I thought it was a lack, and it turned out to be a room',
      'About my father. He was not cold, he was shy',
      'About running. I said that I would never, and now I miss it when it rains',
    ],
  },
  {
    asked: /\b(rest|relax|switch off|unwind|recharge)\b/i,
    answers: [
      'I leave the phone in a drawer and walk until I am hungry',
      'With my hands: bread, a shelf, the bicycle. The head follows',
      'A bath and a book that I have read before, so that nothing can happen',
    ],
  },
  {
    asked: /\b(brothers?|sisters?|siblings|family|parents|mother|father|mum|mom|dad)\b/i,
    answers: [
      'A sister, older by three years and right about most things. We speak every Sunday',
      'Two brothers. We say little and would cross the country for one another',
      'A small family, and loud at table. I took the quiet part',
    ],
  },
  {
    asked: /\b(grow up|grew up|childhood|where are you from|come from|born|as a (child|kid))\b/i,
    answers: [
      'In a small town with a river, where one knew the bus drivers by name',
      'On the edge of a city, between allotments and a railway line. I still sleep best near trains',
      'By the sea, until I was nine. I have been a little homesick for it ever since',
    ],
  },
  {
    asked: /\b(where do you live|which (city|town|part))\b/i,
    answers: [
      'Not far from you, as it says up there. The rest when we know one another better',
      'Near a park that I know in every season. More when the time comes',
    ],
  },
  {
    asked: /\b(work|job|do for a living|profession|career)\b/i,
    answers: [
      'It is the kind of work where one sees in the evening what one has done. I like that about it',
      'I would do it unpaid two days a week. The other three are meetings',
      'I came to it sideways and stayed for the people',
    ],
  },
  {
    asked: /\b(weekend|sunday|saturday|day off|free (time|day)|evening|hobby|hobbies)\b/i,
    answers: [
      'Market in the morning, something slow on the stove, and somebody at the table who stays too long',
      'I like it best with one plan and no second one',
      'Out early while the town is still asleep, then home with bread and no intentions',
    ],
  },
  {
    asked: /\b(read(ing)?|book|novel|author)\b/i,
    answers: [
      "A thin one about a lighthouse keeper, very slowly. I've been on the same page since Tuesday, it is a good page",
      'Old letters by people long gone. They complain about the same things we do',
      'Something with a map in front. I like to know where everybody is',
    ],
  },
  {
    asked: /\b(watch(ed|ing)?|film|movie|series|cinema)\b/i,
    answers: [
      'An old film in which hardly anything happens, and I thought about it for a week',
      'A series about bakers. I cried at a brioche',
    ],
  },
  {
    asked: /\b(music|song|listen(ing)? to|concert|band|instrument|sing|play (the|an?))\b/i,
    answers: [
      'Anything with a cello in it. I play it a little, for the neighbours’ patience',
      'I sing in the kitchen and in no other room',
      'The same record for weeks, until it has told me everything',
    ],
  },
  {
    asked: /\b(dance|dancing)\b/i,
    answers: ['Badly and gladly, if nobody makes a circle', 'Only when I cook. The spoon leads'],
  },
  {
    asked: /\b(cook|eat|food|dish|breakfast|dinner|bake)\b/i,
    answers: [
      'Soup that takes all day, and the pot is always too big for one',
      'I can make seven things well, and I pretend that it is a philosophy',
      'Dumplings, the way my grandmother folded them. Mine open, hers never did',
    ],
  },
  {
    asked: /\b(coffee|tea|morning person|early (bird|mornings?)|night owl)\b/i,
    answers: [
      'Early, with coffee, before anybody wants anything of me',
      'Tea, and late. I come alive when the street gets quiet',
    ],
  },
  {
    asked: /\b(travel|trip|holiday|vacation|journey|country)\b/i,
    answers: [
      'By train, with a window and no hurry. Once I went all the way north just to see it get dark at noon',
      'To the same valley each year. The landlady has stopped asking and simply makes the bed',
      'I would go anywhere with somebody who reads the signs aloud',
    ],
  },
  {
    asked: /\b(dream|wish|in (five|ten) years|future|bucket list)\b/i,
    answers: [
      'A house with one chair too many, so that somebody can always stay',
      'To have less, and more time for it',
      'Still curious, I hope, and less afraid of the telephone',
    ],
  },
  {
    asked: /\b(afraid|fear|scared|scares|worry|worries)\b/i,
    answers: [
      'That I notice too late what was good. I practise noticing',
      'Of growing careful. It happens so politely',
      'Of being a guest in my own life. It has got better',
    ],
  },
  {
    asked: /\b(sad|lonely|hard day|bad day|helps? you|comfort)\b/i,
    answers: [
      'Walking, and somebody who does not try to repair it at once',
      'I write it down badly and read it the next morning. It has usually shrunk',
      'A voice on the telephone that asks what I have eaten',
    ],
  },
  {
    asked: /\b(happy|happiness|joy|makes you smile|grateful)\b/i,
    answers: [
      'Small things in the right order: light, coffee, a message like yours',
      'When somebody remembers what I said weeks ago',
      'My neighbour, eighty, who waves with both hands',
    ],
  },
  {
    asked: /\b(trust|honest|honesty|lie)\b/i,
    answers: [
      'I trust people who say "I do not know". It is the best beginning',
      'Slowly, and then entirely. It has been worth it more often than not',
    ],
  },
  {
    asked: /\b(love|relationship|partner|romantic|together)\b/i,
    answers: [
      'I think it is mostly attention, kept up after it has stopped being new',
      'Two people who are kind when it is inconvenient. The rest is weather',
      'I was in one for six years. It ended well, if there is such a thing, and I learned to say what I need',
    ],
  },
  {
    asked: /\b(friends?|friendship)\b/i,
    answers: [
      'Few and old. One of them has a key to my flat and uses it',
      'My oldest friend and I have had the same argument since school. Neither of us wants to win it',
    ],
  },
  {
    asked: /\b(pet|dog|cat|animals?)\b/i,
    answers: [
      'A cat who puts up with me. She was here first, she says',
      'No animal at the moment, but I am on first-name terms with every dog in the street',
    ],
  },
  {
    asked: /\b(sports?|run|running|swim|gym|hike|hiking|climb|bike|cycling|yoga)\b/i,
    answers: [
      'In water, whenever there is some. It is the only time that I do not think',
      'I walk uphill and call it sport',
    ],
  },
  {
    asked: /\b(kind|patient|brave|gentle)\b/i,
    answers: [
      'From a teacher who never raised her voice, and from getting it wrong a good many times',
      'Practice, mostly, and one person who was it with me first',
    ],
  },
  {
    asked: /\b(learn(ed|ing|t)?|study|teach)\b/i,
    answers: [
      'To wait, at the moment. I am not gifted, but I turn up',
      'Sign language, since last winter. My hands have an accent',
    ],
  },
  {
    asked: /\b(miss)\b/i,
    answers: [
      'Yes, in waves, and mostly when something good happens that I would have told first',
      'Less than I used to, and I miss the missing a little',
    ],
  },
  {
    asked: /\b(favou?rite|best|like most|prefer)\b/i,
    answers: [
      'The small one nobody queues for. It goes for places, songs and days',
      'It changes. This week it is the hour just before dark',
    ],
  },
  {
    asked: /^\W*(why|how come|really)\b.{0,24}$/i,
    answers: [
      'Because the other way never felt like mine, I think',
      'I have asked myself that. It began by accident and then I kept it on purpose',
    ],
  },
];

/** Answers to questions of unknown topic. */
export const OPEN_ANSWERS: readonly string[] = [
  'I think the honest answer is: it depends on who is next to me',
  'I do not know yet, and I like not knowing it',
  'I would have to think about it on a walk, but my first answer is: yes, carefully',
  'I used to have a quick answer to that. The slow one is better, I am still at it',
];
