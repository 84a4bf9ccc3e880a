import type { Trait } from '@soulsight/contract/traits';

/** The traits that the Mini-IPIP asks about. */
export type MiniIpipTrait = 'openness' | 'conscientiousness' | 'extraversion' | 'agreeableness' | 'neuroticism';

/** `keyed`: 1 if agreement indicates more of the trait, -1 if less. */
type Statement = { text: string; keyed: 1 | -1 };

/** Two statements for each trait that the Mini-IPIP does not ask about. Answers are stored by trait and position: do not swap them. */
export const OWN_ITEMS: Record<Exclude<Trait, MiniIpipTrait>, readonly [Statement, Statement]> = {
  emotional_intelligence: [
    { text: 'I can usually name what I am feeling, and why.', keyed: 1 },
    { text: 'I am often the last to notice that someone is upset.', keyed: -1 },
  ],
  communication_style: [
    { text: 'I say what I mean, kindly and plainly.', keyed: 1 },
    { text: 'I drop hints and hope that the other person understands.', keyed: -1 },
  ],
  emotional_depth: [
    { text: 'A song or a story can stay with me for days.', keyed: 1 },
    { text: 'I would rather not look too closely at my feelings.', keyed: -1 },
  ],
  vulnerability_comfort: [
    { text: 'I can tell someone I like that I am afraid.', keyed: 1 },
    { text: 'I keep my weak sides to myself, even with people I trust.', keyed: -1 },
  ],
  emotional_stability: [
    { text: 'When a day goes wrong, I find my balance again quickly.', keyed: 1 },
    { text: 'A small setback can spoil my whole week.', keyed: -1 },
  ],
  empathy_expression: [
    { text: 'When someone tells me something sad, I let them know that I feel with them.', keyed: 1 },
    { text: 'I often care more than I manage to show.', keyed: -1 },
  ],
  response_thoughtfulness: [
    { text: 'I like to think about a message before I answer it.', keyed: 1 },
    { text: 'I send the first thing that comes to my mind.', keyed: -1 },
  ],
  conversation_depth: [
    { text: 'I would rather talk for an hour about one thing than touch on ten.', keyed: 1 },
    { text: 'Light talk is enough for me; it need not go deep.', keyed: -1 },
  ],
  humor_style: [
    { text: 'I find something to laugh about in almost any situation.', keyed: 1 },
    { text: 'Playful teasing is one of the ways I show that I like someone.', keyed: 1 },
  ],
  conflict_resolution: [
    { text: 'After an argument I am the one who looks for a way back.', keyed: 1 },
    { text: 'When we disagree, I would rather walk away than talk it out.', keyed: -1 },
  ],
  social_energy: [
    { text: 'After an evening with many people I feel more awake than before.', keyed: 1 },
    { text: 'I need a lot of time alone to recover from company.', keyed: -1 },
  ],
  boundary_setting: [
    { text: 'I can say no to someone I love.', keyed: 1 },
    { text: 'I often agree to things that I do not want.', keyed: -1 },
  ],
  trust_building: [
    { text: 'I give people my trust until they show me that I should not.', keyed: 1 },
    { text: 'It takes me very long to believe that someone means well.', keyed: -1 },
  ],
  leadership_style: [
    { text: 'In a group I am the one who gets things going.', keyed: 1 },
    { text: 'I prefer it when somebody else decides for both of us.', keyed: -1 },
  ],
  decision_speed: [
    { text: 'I know quickly what I want.', keyed: 1 },
    { text: 'I turn a choice over many times before I make it.', keyed: -1 },
  ],
  risk_tolerance: [
    { text: 'I would move to another city for something that might be wonderful.', keyed: 1 },
    { text: 'I like to know how a thing ends before I begin it.', keyed: -1 },
  ],
  planning_approach: [
    { text: 'I like to know on Monday what the weekend will be.', keyed: 1 },
    { text: 'My best days are the ones that nobody planned.', keyed: -1 },
  ],
  adaptability: [
    { text: 'When plans change, I can enjoy the new ones.', keyed: 1 },
    { text: 'It bothers me when things do not go as agreed.', keyed: -1 },
  ],
  commitment_readiness: [
    { text: 'I am ready to make room in my life for one person.', keyed: 1 },
    { text: 'I want to keep all my doors open for now.', keyed: -1 },
  ],
  intimacy_pace: [
    { text: 'When I like someone, I want to be close soon.', keyed: 1 },
    { text: 'I let closeness grow slowly, over months.', keyed: -1 },
  ],
  relationship_goals: [
    { text: 'I am looking for someone to build a life with.', keyed: 1 },
    { text: 'I would be happy with something that lasts only as long as it is easy.', keyed: -1 },
  ],
  growth_mindset: [
    { text: 'I have changed a lot in the last years, and I mean to go on.', keyed: 1 },
    { text: 'People are as they are; there is little use in trying to change.', keyed: -1 },
  ],
};
