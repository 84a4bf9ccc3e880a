import type { Trait } from '@soulsight/contract/traits';

/** What the analyst says of a trait that stands out, kindly either way. */
export const INSIGHT_COPY: Record<Trait, { title: string; high: string; low: string }> = {
  openness: {
    title: 'Curiosity',
    high: 'You follow ideas for the joy of it.',
    low: 'You trust what has proved itself.',
  },
  conscientiousness: {
    title: 'Reliability',
    high: 'You finish what you begin, and people can count on you.',
    low: 'You leave room for the moment rather than for order.',
  },
  extraversion: {
    title: 'Among people',
    high: 'You come alive in company.',
    low: 'You are at your best with few people at a time.',
  },
  agreeableness: {
    title: 'Kindness',
    high: 'You meet people with warmth before anything else.',
    low: 'You say what you think, even when nodding would be easier.',
  },
  neuroticism: {
    title: 'Sensitivity',
    high: 'You feel the ups and downs strongly, which also means that you notice a lot.',
    low: 'You keep calm where others worry.',
  },
  emotional_intelligence: {
    title: 'Reading feelings',
    high: 'You notice how people feel, often before they say so.',
    low: 'You prefer clear words to guessing how someone feels.',
  },
  communication_style: {
    title: 'Saying things',
    high: 'You say plainly and kindly what you mean.',
    low: 'You often leave the most important thing between the lines.',
  },
  emotional_depth: {
    title: 'Depth of feeling',
    high: 'You let things touch you, and they stay with you.',
    low: 'You take feelings lightly, and let them pass.',
  },
  vulnerability_comfort: {
    title: 'Showing a soft side',
    high: 'You let people see what is not perfect.',
    low: 'You open up slowly, and choose well to whom.',
  },
  emotional_stability: {
    title: 'Balance',
    high: 'You find your balance again quickly.',
    low: 'You take your time to recover, and that is all right.',
  },
  empathy_expression: {
    title: 'Showing that you care',
    high: 'You let people feel that you are with them.',
    low: 'You care more quietly, rather by doing than by saying.',
  },
  response_thoughtfulness: {
    title: 'Thought before words',
    high: 'You give your answers thought.',
    low: 'You answer straight from the heart.',
  },
  conversation_depth: {
    title: 'Past small talk',
    high: 'You ask and listen until a talk gets interesting.',
    low: 'You keep a talk light and easy.',
  },
  humor_style: {
    title: 'Humour',
    high: 'You find something to laugh about almost anywhere.',
    low: 'You keep your jokes for the right moment.',
  },
  conflict_resolution: {
    title: 'After a disagreement',
    high: 'You look for the way back.',
    low: 'You need some distance first.',
  },
  social_energy: {
    title: 'Energy',
    high: 'You answer quickly and gladly; contact gives you energy.',
    low: 'You recharge in quiet.',
  },
  boundary_setting: {
    title: 'Your own lines',
    high: 'You know how to say no.',
    low: 'You give a lot; a no now and then would be fine too.',
  },
  trust_building: {
    title: 'Trust',
    high: 'You begin with trust.',
    low: 'You let trust grow step by step.',
  },
  leadership_style: {
    title: 'Setting things going',
    high: 'You like to set things in motion.',
    low: 'You are glad to let others lead.',
  },
  decision_speed: {
    title: 'Making up your mind',
    high: 'You know quickly what you want.',
    low: 'You look at a choice from all sides.',
  },
  risk_tolerance: {
    title: 'Daring',
    high: 'You would take a leap for something wonderful.',
    low: 'You like firm ground under your feet.',
  },
  planning_approach: {
    title: 'Plans',
    high: 'You like to know what is coming.',
    low: 'You leave room for surprises.',
  },
  adaptability: {
    title: 'When things change',
    high: 'You make the best of a change of plan.',
    low: 'You like things to go as agreed.',
  },
  commitment_readiness: {
    title: 'Room for someone',
    high: 'You are ready to make room for one person.',
    low: 'You are in no hurry to settle.',
  },
  intimacy_pace: {
    title: 'Coming closer',
    high: 'You come close soon when you like someone.',
    low: 'You let closeness grow slowly.',
  },
  relationship_goals: {
    title: 'What you hope for',
    high: 'You are looking for something that lasts.',
    low: 'You let things become what they will.',
  },
  growth_mindset: {
    title: 'Growing',
    high: 'You mean to go on learning about yourself.',
    low: 'You are at peace with who you are.',
  },
};
