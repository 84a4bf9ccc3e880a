/** What is sent to the language model, the same wherever somebody agrees to it. */
export const MODEL_CONSENT =
  "Better suggestions, if you both agree: your last 12 messages with each other and what their profile shows you go to this site's language model, if it has one. So do your own profile answers, when your profile is analysed. We remove the names, towns, workplaces, addresses and numbers that we recognise; what we don't recognise is sent. It applies to all your conversations.";
