import type { ActLines } from './act-lines.data.ts';

/** French. */
export const FRENCH: ActLines = {
  offerYes: ['Avec grand plaisir !', 'Bonne idée, ça me tente bien !'],
  offerLater: ['Ça me tente, mais pas tout de suite. On trouve un jour qui nous arrange ?'],
  planYes: ['Super, j’ai hâte !', 'Parfait, c’est noté !'],
  planNo: ['Aucun souci, ça arrive.', 'Merci de me prévenir. On trouve un autre jour ?'],
  counterYes: ['Bien sûr, ça me va aussi !'],
  sympathy: ['Oh, ça me fait de la peine.'],
  kindness: ['Ça me fait sourire.'],
  worry: [
    'Ça a l’air vraiment dur. Merci de m’en parler.',
    'Merci de {ta|votre} confiance. Si {tu veux|vous voulez} m’en dire plus, je suis là.',
  ],
  apology: ['Merci de me le dire. Ce n’est pas grave.', 'Ça me touche, merci. Tout va bien.'],
  needsTime: ['Merci pour {tes|vos} excuses. J’ai juste besoin d’un peu de temps.'],
  reassure: [
    'Vraiment, il n’y a pas de quoi s’inquiéter.',
    '{Ne t’en fais|Ne vous en faites} pas, j’aime discuter avec {toi|vous}.',
  ],
  understands: ['Je {te|vous} comprends tout à fait.'],
  nerves:
    'trac|stress\\p{L}*|nerveu\\p{L}*|peur|angoiss\\p{L}*|flipp\\p{L}*|boule au ventre|panique\\p{L}*|trembl\\p{L}*|anxieu\\p{L}*',
  understood: 'compr\\p{L}*|correcte?|fautes?|juste|faux|bien (?:dit|écrit)|mon français',
  ill: 'malades?|grippe|fièvre|covid|hôpital|hosto|gastro\\p{L}*|migraine|accident|urgences|vomi\\p{L}*|volé',
  noWorries: ['Pas de souci, vraiment !'],
  bad_day: ['Oh mince, courage !', 'Pfff, c’est pénible, ça.'],
  good_news: [
    'Quelle bonne nouvelle, ça me fait tellement plaisir pour {toi|vous} !',
    'Oh, génial ! Ça me donne le sourire.',
  ],
  praise: ['Merci, ça me fait sourire.', 'C’est adorable, merci beaucoup !'],
  joke: ['Haha, ça m’a fait sourire.'],
  thanks: ['Avec plaisir !', 'Ça me fait vraiment plaisir.'],
  language_help: [
    'J’ai tout compris, aucun souci.',
    'Ça se lit très bien. Si quelque chose sonne bizarre, je {te|vous} le dirai.',
  ],
  photo_ask: ['Bien sûr, je {t’en|vous en} cherche une.'],
  photoLater: ['Peut-être un peu plus tard, si ça {te|vous} va.'],
  sends: "(?:je (?:t'|te |vous )(?:envoie|ai envoyé|montre|mets)|voilà une|voici)",
  contact_ask: [
    'J’aimerais discuter encore un peu ici, si ça {te|vous} va.',
    'Avec plaisir, mais un peu plus tard, quand on se connaîtra mieux.',
  ],
  gets_into: ['{Tu as|Vous avez} commencé comment ?', 'Comment ça a commencé pour {toi|vous} ?'],
  enjoys: ['Qu’est-ce qui {te|vous} plaît le plus ?', 'Le plus beau là-dedans, c’est quoi pour {toi|vous} ?'],
  lives: [
    'Qu’est-ce qui {te|vous} plaît le plus là-bas ?',
    'Qu’est-ce que {tu montrerais|vous montreriez} à quelqu’un qui n’y est jamais allé ?',
  ],
  pet: [
    'Trop mignon ! Ça fait combien de temps que vous vivez ensemble ?',
    'C’est chou ! Et votre rencontre, c’était comment ?',
  ],
  trip_ahead: ['Qu’est-ce que {tu attends|vous attendez} avec le plus d’impatience ?'],
  ahead: [
    '{Profite|Profitez} bien, et {raconte|racontez}-moi après !',
    'Super, {amuse-toi|amusez-vous} bien ! {Dis-moi|Dites-moi} après comment c’était.',
  ],
  was_there: ['C’était quoi, le meilleur moment ?', 'Quel moment {t’a|vous a} le plus marqué ?'],
  media: ['{Tu le recommandes|Vous le recommandez} ?', 'Qu’est-ce qui {t’a|vous a} donné envie de ça ?'],
  learns: ['Et ça se passe comment jusqu’ici ?', 'Qu’est-ce qui {t’a|vous a} donné envie de commencer ?'],
  made: [
    'Bravo ! Ça {t’a|vous a} pris combien de temps ?',
    'Impressionnant ! Où est-ce que {tu as|vous avez} appris à faire ça ?',
  ],
  night: ['Bonne nuit, {dors|dormez} bien !', 'Bonne nuit et {fais|faites} de beaux rêves !'],
  nightWords: 'nuit|dodo|dorm\\p{L}*|dors|lit|couch\\p{L}*|sommeil|rêv\\p{L}*|pieu|oreiller',
  leaving: ['À bientôt, {prends|prenez} soin de {toi|vous} !', 'À plus tard !'],
  leavingWords:
    "au revoir|salut|ciao|bye|à (?:plus|bientôt|demain|tout|toute|tantôt|ce soir|la prochaine|tt)|a (?:plus|demain|tout|toute|bientot)|a\\+|je (?:file|te laisse|vous laisse|dois (?:filer|y aller|partir|te laisser|vous laisser)|pars|me sauve|m'en vais|vais (?:devoir )?(?:y aller|filer|partir))|j'y vais|j'dois|faut que (?:je|j')\\p{L}*|bisous?|bises?|bonne (?:journée|soirée|fin|après-midi)|on se (?:parle|redit|capte)|tchao|tchuss|adieu",
  luck: ['Je croise les doigts pour {toi|vous} !', 'Bonne chance, ça va bien se passer !'],
  luckWords:
    'crois(?:e|ez)[ -](?:les )?doigts|crois(?:e|ez) les doigts|souhait(?:e|ez)[ -]moi (?:bonne )?chance|pens(?:e|ez) à moi (?:demain|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)',
  greeting: [
    'Coucou ! Comment {tu vas|allez-vous} aujourd’hui ?',
    'Hello ! Ça fait plaisir de {te|vous} lire. Comment ça va ?',
  ],
  greetingAsked: ['Coucou ! Ça va bien, merci. Et {toi|vous} ?', 'Hello, tout va bien ici, merci ! Et {toi|vous} ?'],
  howAreYou:
    '(?:comment )?(?:ça|ca) (?:va|roule|gaze|boume)|comment (?:tu vas|vas-tu|allez-vous|vous allez|vas tu|va)|tu vas bien|vous allez bien|la forme|quoi de neuf',
  choice: ['%option, sans hésiter ! Et {toi|vous} ?', '%option, toujours. Et {toi|vous} ?'],
  or: ' ou ',
  beforeOptions:
    '(?:(?:(?:tu|vous) (?:es|êtes|préfères|préférez|serais|aimes)|t.?es|est-ce que tu (?:es|préfères))(?: plutôt| plus)?(?: du| de la| de)?|plutôt|team|alors|sois honnête|dis-moi|question (?:sérieuse|importante|rapide|existentielle|cruciale|bête)|c.est quoi le mieux|franchement)(?: ?[:,])?',
  orNo: "(?:quelque|pas|quoi|non|plus tard|autre)(?!\\p{L})|(?:tu|t'|vous|c'est|t'es|est-ce|ça) ?(?:es|as|dois|bosses|travailles|préfères pas|trop|êtes|avez|travaillez|déjà|te|fait)?(?!\\p{L})",
  tellMe:
    'dis(?:-| )moi|dites-moi|tu me dis|vous me dites|préviens|tiens-moi|comme (?:tu (?:veux|préfères)|vous (?:voulez|préférez))|à toi de (?:choisir|voir)|choisis',
  offence:
    "méchante?|injuste|sèche?|désagréable|odieu\\p{L}*|blessée?|blessante?|vexée?|menti|emporté\\p{L}*|énervé\\p{L}* (?:contre|sur)|ce que j'ai dit|ce que je t'ai dit|mon (?:ton|message d'hier|comportement)|ma (?:faute|réaction)|mes mots|pour (?:hier|l'autre)|crié|posé un lapin|jalou\\p{L}*|exagéré|trop loin|mauvaise humeur|maladroite?",
  thanksWords: 'merci|mercii+|remerci\\p{L}*|thx',
  ofYou:
    'de (?:toi|vous)|selfies?|(?:ta|ton|votre) (?:tête|visage|sourire|corps)|ta bouille|te voir|à quoi (?:tu ressembles|vous ressemblez)',
  ofThing: "(?:photos?|images?|clichés?|preuve) (?:du|des|de (?:la|l'|ton|ta|tes|ce|cette|ces|votre|vos|ça))",
  laughs:
    'rit|rire|rient|ris|riait|rigol\\p{L}*|drôles?|blagues?|[ms]e marre|marr(?:é|ée|er|ant|ante)|hilarante?s?|plaisant\\p{L}*',
  thankedFor: "merci(?: \\p{L}+){0,3} (?:pour|de|d'\\p{L}+)|remerci\\p{L}*(?: \\p{L}+){0,3} (?:pour|de)|hier|soirée",
  acquainted:
    "encore|la dernière fois|hier|comme d'habitude|(?:notre|premier|deuxième) (?:rendez-vous|rencard|date)|revoir|finalement",
  condolence:
    "(?:suis|vraiment|tellement|sincèrement) désolée?|condoléances|(?:doit être|a l'air|c'est) (?:très |vraiment |si )?dur|de la peine",
  untilDay:
    "à (?:demain|après-demain|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|(?:on se (?:parle|voit|retrouve)|je (?:te|vous|t'|vous) ?(?:écris|raconte|appelle)) (?:demain|ce soir|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)",
  soon: 'à bientôt|à plus tard',
  wishes:
    '(?:dors|dormez) (?:bien|vite)|repose[-\\p{L}]* (?:toi|bien)|repose-toi|reposez-vous|bon repos|beaux rêves|doux rêves|jolis rêves|rêve(?:z)? bien|bonne nuit',
  asksBack:
    '(?:et|à) (?:toi|vous)(?=\\s*(?:[?!.…,]|$))|à (?:ton|votre) tour|raconte(?:z)?(?:-moi| ?!)|dis-moi|dites-moi|(?:je )?dois (?:te |vous )?demander',
  openQuestion: 'que|qu|quoi|quel(?:le)?s?|qui|où|quand|pourquoi|comment|combien|ou',
};
