import type { Phrases } from './phrase-book.data.ts';

/** English. */
export const ENGLISH: Phrases = {
  topics: {
    cooking: {
      words: 'cook\\w*|bak(?:e|es|ed|ing)|recipes?|ramen|sourdough|kitchen|dumplings|curry|lasagne|from scratch',
      ask: [
        ['best', 'What is the one dish you could make with your eyes closed?'],
        ['start', 'Who taught you to cook?'],
        ['next', 'What would you like to try making next?'],
        ['with', 'Do you cook for others, or mostly for yourself?'],
      ],
    },
    music: {
      words:
        'music|songs?|concerts?|guitar|piano|cello|violin|drums|sing(?:s|ing)?|choir|band|vinyl|records?|album|playlist|orchestra|jazz|festival',
      ask: [
        ['best', 'Which song do you never skip?'],
        ['start', 'How did music become so important to you?'],
        ['with', 'Do you play or sing with others?'],
        ['next', 'Whom would you most like to see live?'],
      ],
    },
    nature: {
      words:
        'hik(?:e|es|ing|ed)|mountains?|garden(?:s|ing|er)?|forest|woods|river|lake|beach|sea|ocean|camping|plants?|tomatoes|basil|birds?|stars|sunset|sunrise|walk(?:s|ing)?|trail',
      ask: [
        ['best', 'Where outdoors do you feel most at home?'],
        ['feel', 'What do you notice first when you are out there?'],
        ['with', 'Do you like to be out there alone or with company?'],
        ['next', 'Which path would you like to take next?'],
      ],
    },
    animals: {
      words: 'dogs?|cats?|puppy|kitten|pets?|horses?|rabbits?|parrot|hamster|goat|chickens?',
      ask: [
        ['best', 'What is the funniest thing your animal does?'],
        ['start', 'How did the two of you find each other?'],
        ['feel', 'What does an animal give you that people do not?'],
      ],
    },
    reading: {
      words: 'books?|novels?|read(?:s|ing)?|library|poems?|poetry|author|bookshop|chapter',
      ask: [
        ['best', 'Which book have you read more than once?'],
        ['start', 'Which book turned you into a reader?'],
        ['next', 'What is waiting on your bedside table?'],
      ],
    },
    film: {
      words: 'films?|movies?|cinema|series|episodes?|documentar(?:y|ies)|director|netflix',
      ask: [
        ['best', 'Which film could you watch again tonight?'],
        ['feel', 'Which scene has stayed with you for years?'],
        ['with', 'Do you like to talk right after a film, or to stay quiet for a while?'],
      ],
    },
    travel: {
      words:
        'travel(?:s|led|ling)?|trips?|flights?|holidays?|vacation|porto|lisbon|japan|italy|paris|abroad|backpack\\w*|train ride|road ?trip|island',
      ask: [
        ['best', 'Which place would you go back to tomorrow?'],
        ['next', 'Where would you like to wake up next spring?'],
        ['feel', 'What do you always look for in a new place?'],
        ['with', 'Do you travel with a plan, or just go?'],
      ],
    },
    sport: {
      words:
        'run(?:s|ning)?|marathon|gym|climb(?:s|ing)?|swim(?:s|ming)?|cycl(?:e|ing)|bikes?|yoga|football|soccer|tennis|match|dance|dancing|surf(?:s|ing)?|ski(?:s|ing)?|kilomet(?:re|er)s',
      ask: [
        ['feel', 'What goes through your head while you move?'],
        ['start', 'What got you started with it?'],
        ['next', 'What would you like to manage this year?'],
        ['with', 'Do you do it alone or with others?'],
      ],
    },
    art: {
      words:
        'art|paint(?:s|ing|ings)?|draw(?:s|ing|ings)?|museums?|gallery|theat(?:re|er)|photos?|photography|exhibition|pottery|sculpture|ceramics|knit(?:s|ting)?|sew(?:s|ing)?',
      ask: [
        ['best', 'What is the last thing you saw that you could not look away from?'],
        ['start', 'When did you notice that you like making or looking at things?'],
        ['next', 'What would you like to see or make next?'],
      ],
    },
    work: {
      words:
        'work(?:s|ed|ing)?|jobs?|colleagues?|boss|office|project|nurse|teach(?:er|ing|es)?|clients?|shift|career|startup',
      ask: [
        ['feel', 'Which part of your work would you do even without being paid?'],
        ['start', 'How did you end up in that work?'],
        ['best', 'What was a good moment at work lately?'],
      ],
    },
    learning: {
      words:
        'learn(?:s|ing|ed)?|stud(?:y|ies|ying|ied)|course|thesis|exam|university|language|spanish|french|german|japanese|class',
      ask: [
        ['feel', 'What surprised you most while learning it?'],
        ['start', 'What made you begin?'],
        ['next', 'What do you want to be able to do with it one day?'],
      ],
    },
    family: {
      words:
        'mum|mom|dad|mother|father|parents|sisters?|brothers?|grandma|grandmother|gran|grandpa|grandfather|family|daughter|son|kids|children|niece|nephew|cousins?|twins',
      ask: [
        ['feel', 'What did you get from your family that you are glad about?'],
        ['with', 'What do you like to do when you are all together?'],
        ['best', 'Which family story is told again and again?'],
      ],
    },
    games: {
      words: 'games?|chess|puzzles?|board ?games?|cards|gaming|console|quiz|crosswords?|lego',
      ask: [
        ['best', 'Which game do you win too often?'],
        ['with', 'Who is the worst loser you play with?'],
        ['start', 'Who taught you to play?'],
      ],
    },
    home: {
      words:
        'mov(?:e|ed|ing) (?:to|in|into|out|house|flat)|(?:new|my|our) (?:flat|apartment|house|place|balcony)|balcony|furniture|moving boxes|renovat\\w*',
      ask: [
        ['best', 'Which corner at home is your favourite?'],
        ['feel', 'What makes a place feel like home to you?'],
        ['next', 'What would you change about your place first?'],
      ],
    },
  },
  given: {
    start: 'since|started|first (?:time|picked)|when i was|years ago|taught me|grew up',
    best: 'favou?rite|best|love most|never skip',
    next: 'next|planning|want to try|going to',
    with: 'with (?:my|a|some|friends)|alone|together|on my own|for (?:others|myself)',
    feel: 'because|i love how|makes me|the feeling',
  },
  yours: 'send me|show me|your|you are|you look',
  yesNo: '(?:^|[,.!] ?(?:and |but |oh )?)do you\\b(?! (?:mean|prefer|think about|say|send))[^?]{0,60}\\?',
  yes: ['Yes! %ask', 'I do, yes. %ask'],
  no: ['Not really, to be honest. %ask', 'Not so far. %ask'],
  agree: ['Yes, %when works for me. I am looking forward to it!', 'I would love that. %When it is!'],
  otherDay: ['I would love to, but %when does not work for me. Could we find another day?'],
  decline: ['Thank you for asking. I would like to write a bit longer before we meet.'],
  confirm: ['Great, then %when it is. I am looking forward to it!'],
  declined: ['No problem at all. Tell me when it suits you better.'],
  comfort: [
    'Thank you for telling me. How are you feeling about it today?',
    'That sounds hard. I am glad you told me.',
    'I am here if you want to say more, and also if you do not.',
  ],
  good: ['That made me smile. I am happy for you!', 'That sounds wonderful. I am happy for you!'],
  grief: [
    'I am so sorry for your loss. You do not have to answer quickly.',
    'I am very sorry. If you want to tell me about it, I am listening.',
  ],
  griefFor: [
    'I am so sorry about %who. You do not have to answer quickly.',
    'I am very sorry about %who. If you want to tell me more, I am listening.',
  ],
  illness: [
    'I am sorry that you have to go through this. How are you today?',
    'That is a lot to carry. I am here, without any hurry.',
  ],
  illnessFor: [
    'I am sorry to hear that about %who. How are you holding up?',
    'I hope that %who gets good care. I am here, without any hurry.',
  ],
  kin: {
    pattern:
      'my (?:mum|mom|mother|dad|father|brother|sister|son|daughter|husband|wife|partner|gran|grandma|grandpa|grandmother|grandfather|nan|uncle|aunt|cousin|best friend|friend|dog|cat)(?!\\p{L})',
    yours: [[/^my/i, 'your']],
  },
  refuse: ['I do not want that. Please do not ask again.', 'No. I would like us to talk about something else.'],
  disagree: ['I see that very differently, and I do not want to talk about people like that.'],
  respect: ['Of course. Thank you for telling me.', 'That is completely fine. We will leave it there.'],
  farewell: [
    'Thank you for saying it so openly. I wish you all the best.',
    'I understand. Thank you for the conversation, and take care.',
  ],
  sorry: [
    'You are right, and I am sorry. I did not mean to hurt you.',
    'I am sorry that I hurt you. Thank you for telling me.',
  ],
  hello: ['Hi! %ask', 'Hello! %ask', 'Hey! %ask'],
};
