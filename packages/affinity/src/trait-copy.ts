import type { Trait } from '@soulsight/contract/traits';

/** What a user reads about a trait of their own that is clearly high or low. */
type InsightCopy = { title: string; high: string; low: string };
/** What two users read about a trait: both high, both low, similar, or different; and a topic to talk about. */
type PairCopy = { both: string; neither: string; alike: string; differ: string; topic: string };

type DirectionCopy = { for: string; against: string; even: string };
const EVEN = 'How you both tend to decide: about as most people do.';

/** The sentences of the reasons that are not traits. None says which of the two users it comes from. */
export const REASON_COPY: Record<'deciding' | 'impressions' | 'everything_else', DirectionCopy> = {
  deciding: {
    for: 'How you both tend to decide: two yeses are more likely than usual.',
    against: 'How you both tend to decide: two yeses are less likely than usual.',
    even: EVEN,
  },
  impressions: {
    for: 'You tend to like what people see in each other.',
    against: "What people see in you isn't quite what you usually go for.",
    even: EVEN,
  },
  everything_else: {
    for: 'You have lots of small things in common.',
    against: 'Some smaller things between you take a little away.',
    even: EVEN,
  },
};

/** The sentences about each trait. None names the trait or judges it. */
export const TRAIT_COPY: Record<Trait, { insight: InsightCopy; pair: PairCopy }> = {
  openness: {
    insight: {
      title: 'Curiosity',
      high: 'You follow ideas for the joy of it.',
      low: 'You prefer what has proved itself.',
    },
    pair: {
      both: "You're both curious, and like an idea for its own sake.",
      neither: 'You both prefer things that have proved themselves.',
      alike: "You're about equally interested in new things.",
      differ: 'One of you likes new things, the other the tried and tested.',
      topic: 'Something you each learned lately just because you wanted to know.',
    },
  },
  conscientiousness: {
    insight: {
      title: 'Reliability',
      high: 'You finish what you begin, and people can count on you.',
      low: 'You leave room for spontaneity rather than order.',
    },
    pair: {
      both: 'You both do what you say you will.',
      neither: 'Neither of you minds a little chaos.',
      alike: 'You keep things in order to about the same degree.',
      differ: 'One of you keeps more order than the other.',
      topic: 'The one household habit that you would never give up.',
    },
  },
  extraversion: {
    insight: {
      title: 'Among people',
      high: 'You come alive in company.',
      low: "You're at your best with few people at a time.",
    },
    pair: {
      both: 'You both come alive among people.',
      neither: "You're both at ease in small groups.",
      alike: 'You like company about equally.',
      differ: 'One of you likes a full room, the other a quiet one.',
      topic: 'The best evening out you each had this year, and who was there.',
    },
  },
  agreeableness: {
    insight: {
      title: 'Kindness',
      high: "You're warm with people from the start.",
      low: 'You say what you think, even when agreeing would be easier.',
    },
    pair: {
      both: "You're both quick to be kind.",
      neither: 'You both prefer honest words to soft ones.',
      alike: 'You balance kindness and honesty in a similar way.',
      differ: 'One of you is softer in speech, the other more direct.',
      topic: 'A small kindness from someone that you still remember.',
    },
  },
  neuroticism: {
    insight: {
      title: 'Sensitivity',
      high: 'You feel the ups and downs strongly, which also means that you notice a lot.',
      low: 'You stay calm where others worry.',
    },
    pair: {
      both: 'You both feel things strongly, so you would understand each other.',
      neither: 'You both stay calm when things get rough.',
      alike: 'Ups and downs affect you both in a similar way.',
      differ: 'One of you worries more than the other, which can help.',
      topic: 'What each of you does on a day when everything goes wrong.',
    },
  },
  emotional_intelligence: {
    insight: {
      title: 'Reading feelings',
      high: 'You notice how people feel, often before they say so.',
      low: 'You prefer clear words to guessing how someone feels.',
    },
    pair: {
      both: 'You both notice how people feel.',
      neither: 'You both take people at their word.',
      alike: 'You read moods about equally well.',
      differ: 'One of you reads between the lines more than the other.',
      topic: 'The person who understands you best, and how they do it.',
    },
  },
  communication_style: {
    insight: {
      title: 'Saying things',
      high: 'You say plainly and kindly what you mean.',
      low: 'You leave what matters most between the lines.',
    },
    pair: {
      both: 'You both say clearly what you mean.',
      neither: 'You both leave some things unsaid.',
      alike: 'You have a similar way of saying things.',
      differ: 'One of you says things more directly than the other.',
      topic: 'How each of you likes to be told when something is wrong.',
    },
  },
  emotional_depth: {
    insight: {
      title: 'Depth of feeling',
      high: 'You let things touch you, and they stay with you.',
      low: 'You take feelings lightly and let them pass.',
    },
    pair: {
      both: 'Feelings run deep in both of you.',
      neither: 'You both take life lightly.',
      alike: 'You give feelings about the same amount of room.',
      differ: 'One of you goes deeper into feelings than the other.',
      topic: 'A song, book or film that stayed with you for days.',
    },
  },
  vulnerability_comfort: {
    insight: {
      title: 'Being open',
      high: "You let people see what isn't perfect.",
      low: 'You open up slowly and choose carefully to whom.',
    },
    pair: {
      both: "You're both comfortable being open.",
      neither: 'You both take your time before you open up.',
      alike: 'You open up to about the same degree.',
      differ: 'One of you opens up sooner. The other may need a little patience.',
      topic: 'Something that people usually get wrong about you at first.',
    },
  },
  emotional_stability: {
    insight: {
      title: 'Balance',
      high: 'You find your balance again quickly.',
      low: "You take your time to recover, and that's fine.",
    },
    pair: {
      both: 'You both find your balance again quickly.',
      neither: "You both know what it's like to need a while.",
      alike: 'You recover at a similar pace.',
      differ: 'One of you is steadier, and the other may lean on that.',
      topic: 'What helps you recover after a hard week.',
    },
  },
  empathy_expression: {
    insight: {
      title: 'Showing that you care',
      high: "You show people that you're with them.",
      low: 'You care quietly, more by doing than by saying.',
    },
    pair: {
      both: 'You both show people that you care.',
      neither: 'You both show care by what you do rather than what you say.',
      alike: 'You show that you care in similar ways.',
      differ: 'One of you shows care more openly than the other.',
      topic: 'How you each notice that somebody cares about you.',
    },
  },
  response_thoughtfulness: {
    insight: {
      title: 'Thought before words',
      high: 'You give your answers thought.',
      low: 'You answer straight from the heart.',
    },
    pair: {
      both: 'You both think before you answer.',
      neither: 'You both answer straight from the heart.',
      alike: 'You give your answers a similar amount of thought.',
      differ: 'One of you answers at once, the other after thinking about it.',
      topic: 'A question that you had to think about for a very long time.',
    },
  },
  conversation_depth: {
    insight: {
      title: 'Beyond small talk',
      high: 'You ask and listen until a conversation gets interesting.',
      low: 'You keep conversations light and easy.',
    },
    pair: {
      both: 'You both like to go beyond small talk.',
      neither: 'You both enjoy easy, light conversations.',
      alike: 'You like your conversations about as deep.',
      differ: 'One of you goes deep sooner; the other likes it light.',
      topic: 'A question you wish people asked you more often.',
    },
  },
  humor_style: {
    insight: {
      title: 'Humour',
      high: 'You can laugh about almost anything.',
      low: 'You keep your jokes for the right moment.',
    },
    pair: {
      both: 'You both laugh easily.',
      neither: 'You both like a quieter kind of fun.',
      alike: 'You joke about equally often.',
      differ: 'One of you jokes more than the other.',
      topic: 'The last thing that made you laugh out loud.',
    },
  },
  conflict_resolution: {
    insight: { title: 'After a disagreement', high: 'You try to make up.', low: 'You need some distance first.' },
    pair: {
      both: 'You both try to make up after an argument.',
      neither: 'You both need some distance after an argument.',
      alike: 'You handle disagreement in a similar way.',
      differ: 'After an argument one of you wants to talk, the other to wait.',
      topic: 'The silliest thing you ever argued about with someone you love.',
    },
  },
  social_energy: {
    insight: {
      title: 'Energy',
      high: 'You answer quickly and gladly: contact gives you energy.',
      low: 'You recharge on your own.',
    },
    pair: {
      both: 'Company gives you both energy.',
      neither: 'You both recharge on your own.',
      alike: 'You need about the same amount of company.',
      differ: 'One of you wants more company than the other.',
      topic: 'What a perfect free Sunday looks like.',
    },
  },
  boundary_setting: {
    insight: {
      title: 'Your boundaries',
      high: 'You know how to say no.',
      low: 'You give a lot. An occasional no would be fine too.',
    },
    pair: {
      both: 'You both know how to say no.',
      neither: 'You both find it hard to say no.',
      alike: 'You set boundaries in a similar way.',
      differ: 'One of you sets clearer boundaries than the other.',
      topic: 'Something you said no to and were glad about afterwards.',
    },
  },
  trust_building: {
    insight: { title: 'Trust', high: 'You trust people from the start.', low: 'You let trust grow step by step.' },
    pair: {
      both: 'You both trust people from the start.',
      neither: 'You both let trust grow step by step.',
      alike: 'You trust at about the same pace.',
      differ: 'One of you trusts sooner than the other.',
      topic: 'The friend you have had the longest, and how you met.',
    },
  },
  leadership_style: {
    insight: {
      title: 'Taking the lead',
      high: 'You like to get things going.',
      low: "You're happy to let others lead.",
    },
    pair: {
      both: 'You both like to get things going.',
      neither: 'Neither of you needs to be the one in charge.',
      alike: 'You share the lead about equally.',
      differ: 'One of you likes to lead, the other to join in.',
      topic: 'Something you started that others then took part in.',
    },
  },
  decision_speed: {
    insight: {
      title: 'Making up your mind',
      high: 'You know quickly what you want.',
      low: 'You look at a choice from all sides.',
    },
    pair: {
      both: 'You both know quickly what you want.',
      neither: 'You both take your time over a choice.',
      alike: 'You make up your minds at a similar pace.',
      differ: 'One of you decides fast, the other carefully.',
      topic: 'The best decision you ever made in under a minute.',
    },
  },
  risk_tolerance: {
    insight: {
      title: 'Daring',
      high: 'You would take a leap for something wonderful.',
      low: 'You like to be on safe ground.',
    },
    pair: {
      both: 'You would both take a leap.',
      neither: 'You both like to be on safe ground.',
      alike: "You're about equally daring.",
      differ: 'One of you is bolder. The other looks first.',
      topic: 'Something a little crazy that you would do again.',
    },
  },
  planning_approach: {
    insight: { title: 'Plans', high: 'You like to know what is coming.', low: 'You leave room for surprises.' },
    pair: {
      both: 'You both like to have a plan.',
      neither: 'You both leave room for surprises.',
      alike: 'You plan about equally far ahead.',
      differ: 'One of you plans, the other improvises.',
      topic: 'A trip: how much of it would you plan?',
    },
  },
  adaptability: {
    insight: {
      title: 'When things change',
      high: 'You make the best of a change of plan.',
      low: 'You like things to go as agreed.',
    },
    pair: {
      both: 'You both adapt easily when plans change.',
      neither: 'You both like things to go as agreed.',
      alike: 'You handle change in a similar way.',
      differ: 'One of you handles change more easily than the other.',
      topic: 'A change that you did not want and are now glad about.',
    },
  },
  commitment_readiness: {
    insight: {
      title: 'Room for someone',
      high: "You're ready to make room for one person.",
      low: "You're in no hurry to settle down.",
    },
    pair: {
      both: "You're both ready to make room for someone.",
      neither: 'Neither of you is in a hurry to settle down.',
      alike: "You're about equally ready for something steady.",
      differ: "One of you is readier for something steady. It's worth talking about early.",
      topic: 'The part of your week that you would most like to share with someone.',
    },
  },
  intimacy_pace: {
    insight: {
      title: 'Getting closer',
      high: 'You like to get close soon when you like someone.',
      low: 'You let closeness grow slowly.',
    },
    pair: {
      both: 'You both like to get close soon.',
      neither: 'You both let closeness grow slowly.',
      alike: 'You get closer at a similar pace.',
      differ: 'One of you gets close faster. You would find your own pace.',
      topic: 'Where you feel most at home, and with whom.',
    },
  },
  relationship_goals: {
    insight: {
      title: 'What you hope for',
      high: "You're looking for something that lasts.",
      low: 'You like to see where things go.',
    },
    pair: {
      both: "You're both looking for something that lasts.",
      neither: 'You both like to see where things go.',
      alike: "You're looking for the same thing.",
      differ: "You may be looking for different things. It's worth talking about early.",
      topic: 'What you hope to find here, in your own words.',
    },
  },
  growth_mindset: {
    insight: {
      title: 'Growing',
      high: 'You want to keep learning about yourself.',
      low: "You're at peace with who you are.",
    },
    pair: {
      both: 'You both want to keep growing.',
      neither: "You're both at peace with who you are.",
      alike: "You're about equally keen to change and learn.",
      differ: 'One of you wants to change more than the other does.',
      topic: 'Something about yourself that has changed in recent years.',
    },
  },
};
