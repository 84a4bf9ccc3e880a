import type { Phrases } from './phrase-book.data.ts';

/** French. */
export const FRENCH: Phrases = {
  topics: {
    cooking: {
      words: 'cuisin(?:e|er|es|é)|recettes?|ramen|levain|curry|au four',
      ask: [
        ['best', 'Quel plat {pourrais-tu|pourriez-vous} faire les yeux fermés ?'],
        ['start', 'Qui {t’a|vous a} appris à cuisiner ?'],
        ['next', 'Qu’est-ce que {tu aimerais|vous aimeriez} essayer de faire ensuite ?'],
      ],
    },
    music: {
      words:
        'musique|chansons?|concerts?|guitare|piano|violoncelle|violon|batterie|chant(?:e|er|es)|chorale|groupe|vinyles?|album|orchestre|jazz|festival',
      ask: [
        ['best', 'Quelle chanson {tu ne passes|vous ne passez} jamais ?'],
        ['start', 'Comment la musique est-elle devenue si importante ?'],
        ['with', '{Tu joues ou tu chantes|Vous jouez ou chantez} avec d’autres ?'],
      ],
    },
    nature: {
      words:
        'randonnées?|montagnes?|jardin|forêt|rivière|lac|plage|mer|camping|plantes?|tomates|basilic|oiseaux|étoiles|balades?|promenades?|nature',
      ask: [
        ['best', 'Dehors, où est-ce que {tu te sens|vous vous sentez} vraiment à {ta|votre} place ?'],
        ['feel', 'Qu’est-ce que {tu remarques|vous remarquez} en premier dehors ?'],
        ['with', '{Tu préfères|Vous préférez} y aller en solitaire ou en compagnie ?'],
      ],
    },
    animals: {
      words: 'chiens?|chienne|chats?|chatte|chiot|animaux|cheval|chevaux|lapins?|perroquet|poules',
      ask: [
        ['best', 'Quelle est la chose la plus drôle que fait {ton|votre} animal ?'],
        ['start', 'Comment vous êtes-vous trouvés, tous les deux ?'],
        ['feel', 'Qu’est-ce qu’un animal donne que les gens ne donnent pas ?'],
      ],
    },
    reading: {
      words: 'livres?|romans?|li(?:s|re|t)|lecture|bibliothèque|poèmes?|poésie|polar|librairie|chapitre',
      ask: [
        ['best', 'Quel livre {as-tu|avez-vous} lu plus d’une fois ?'],
        ['start', 'Quel livre {t’a|vous a} donné le goût de lire ?'],
        ['next', 'Quel livre attend sur {ta|votre} table de nuit ?'],
      ],
    },
    film: {
      words: 'films?|ciné(?:ma)?|séries?|épisodes?|documentaires?|réalisat(?:eur|rice)',
      ask: [
        ['best', 'Quel film {pourrais-tu|pourriez-vous} revoir ce soir ?'],
        ['feel', 'Quelle scène {t’est|vous est} restée pendant des années ?'],
        ['with', 'Après un film, {tu aimes|vous aimez} en parler tout de suite ou {te|vous} taire un moment ?'],
      ],
    },
    travel: {
      words: 'voyag(?:e|es|er|é)|vacances|vol|porto|lisbonne|japon|italie|étranger|sac à dos|île',
      ask: [
        ['best', 'Dans quel endroit {retournerais-tu|retourneriez-vous} demain ?'],
        ['next', 'Où {aimerais-tu|aimeriez-vous} {te|vous} réveiller au printemps prochain ?'],
        ['feel', 'Qu’est-ce que {tu cherches|vous cherchez} toujours dans un nouvel endroit ?'],
      ],
    },
    sport: {
      words:
        'cour(?:s|ir|se)|marathon|salle de sport|escalade|nag(?:e|er)|vélo|yoga|foot|tennis|match|dans(?:e|er)|surf|ski|kilomètres',
      ask: [
        ['feel', 'À quoi {tu penses|vous pensez} pendant ce temps ?'],
        ['start', 'Comment {tu as|vous avez} commencé ?'],
        ['next', 'Qu’est-ce que {tu aimerais|vous aimeriez} réussir cette année ?'],
      ],
    },
    art: {
      words:
        'art|pein(?:s|ture|dre)|dessin(?:e|er)?|musée|galerie|théâtre|photos?|photographie|expos?|exposition|poterie|céramique|tricot(?:e|er)?|cou(?:ds|dre|ture)',
      ask: [
        ['best', 'Quelle est la dernière chose que {tu as vue|vous avez vue} sans pouvoir détourner les yeux ?'],
        ['next', 'Qu’est-ce que {tu aimerais|vous aimeriez} voir ou créer ensuite ?'],
        ['start', 'Quand {as-tu|avez-vous} senti que ça {te|vous} faisait du bien ?'],
      ],
    },
    work: {
      words:
        'travail(?:le|ler|les)?|boulot|bureau|patronn?e?|collègues|projet|infirmi(?:er|ère)|enseigne|clients|métier',
      ask: [
        ['feel', 'Quelle partie de {ton|votre} travail {ferais-tu|feriez-vous} même sans salaire ?'],
        ['start', 'Comment {as-tu|avez-vous} choisi ce travail ?'],
        ['best', 'Quel a été le dernier bon moment au travail ?'],
      ],
    },
    learning: {
      words:
        'appren(?:ds|dre|d)|étud(?:ie|ier|es)|études|cours|thèse|mémoire|examen|université|fac|langue|espagnol|anglais|allemand|japonais',
      ask: [
        ['feel', 'Quelle a été {ta|votre} plus grande surprise en l’apprenant ?'],
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de commencer ?'],
        ['next', 'Qu’est-ce que {tu aimerais|vous aimeriez} en faire un jour ?'],
      ],
    },
    family: {
      words:
        'maman|papa|mère|père|parents|sœurs?|frères?|grand-mère|grand-père|mamie|papi|famille|fille|fils|enfants|nièces?|neveux?|cousine?s?',
      ask: [
        ['feel', 'Qu’est-ce que {ta|votre} famille {t’a|vous a} transmis de bon ?'],
        ['with', 'Qu’est-ce que vous aimez faire quand tout le monde est là ?'],
        ['best', 'Quelle histoire de famille raconte-t-on encore et encore ?'],
      ],
    },
    games: {
      words: 'jeux?|jou(?:e|er|es) aux|échecs|puzzles?|cartes|console|jeux? de société|quiz',
      ask: [
        ['best', 'À quel jeu {gagnes-tu|gagnez-vous} trop souvent ?'],
        ['with', 'Qui est le plus mauvais perdant ?'],
        ['start', 'Qui {t’a|vous a} appris à jouer ?'],
      ],
    },
    home: {
      words: 'déménag(?:e|er|ement|é)|(?:mon|notre|nouvel) appart(?:ement)?|balcon|meubles|travaux',
      ask: [
        ['best', 'Quel coin de chez {toi|vous} {préfères-tu|préférez-vous} ?'],
        ['feel', 'Qu’est-ce qui fait qu’on se sent chez soi, pour {toi|vous} ?'],
        ['next', 'Qu’est-ce que {tu changerais|vous changeriez} en premier chez {toi|vous} ?'],
      ],
    },
  },
  given: {
    start: 'depuis|commencé|quand j’étais|il y a \\p{L}+ ans|m’a appris|grandi',
    best: 'préférée?|le mieux|le plus',
    next: 'prochaine?|envie d’essayer|je vais|prévu',
    with: 'avec (?:mon|ma|mes|des)|seule?|ensemble',
    feel: 'parce que|j’aime comment|me fait|la sensation',
  },
  yours: 'envoie|montre|ton|ta|tes|votre|vos|tu es|t’es',
  yesNo:
    '(?:^|[.,!] ?(?:et |mais )?)(?:est-ce que )?(?:tu|vous) (?!fais quoi|portes quoi|vas où)(?:aimes?|as|es|joues?|cuisines?|lis|cours|danses?|chantes?|voyages?|connais|vis|habites?|travailles? (?:le|dans)|sais|peux|aimez|avez|jouez|cuisinez)(?! quoi| où| comment)[^?]{0,60}\\?',
  yes: ['Oui ! %ask', 'Oui, plutôt. %ask'],
  no: ['Pas vraiment, pour être honnête. %ask', 'Pas encore. %ask'],
  agree: ['Oui, %when me va très bien. J’ai hâte !', 'Avec grand plaisir, %when !'],
  otherDay: ['J’aimerais beaucoup, mais %when je ne peux pas. On trouve un autre jour ?'],
  decline: ['Merci de proposer. J’aimerais qu’on s’écrive encore un peu avant.'],
  confirm: ['Super, alors %when. J’ai hâte !'],
  declined: ['Aucun souci. {Dis-moi|Dites-moi} quand ça {t’arrange|vous arrange} mieux.'],
  comfort: [
    'Merci de me l’avoir dit. Comment {tu te sens|vous vous sentez} aujourd’hui ?',
    'Ça a l’air dur. Ça me touche que {tu m’en parles|vous m’en parliez}.',
    'Je suis là, même si {tu n’as|vous n’avez} pas envie d’en dire plus.',
  ],
  good: ['Ça me fait vraiment plaisir pour {toi|vous} !', 'C’est beau, ça me fait plaisir !'],
  grief: [
    'Ça me fait vraiment de la peine. Rien ne presse pour répondre.',
    'Toutes mes condoléances. Si {tu as|vous avez} envie d’en parler, je suis là.',
  ],
  griefFor: [
    'Toutes mes pensées vont à {toi|vous} et à %who. Rien ne presse pour répondre.',
    'Toutes mes condoléances. Si {tu as|vous avez} envie de parler de %who, je suis là.',
  ],
  illness: [
    'Quelle épreuve pour {toi|vous}. Comment {ça va|allez-vous} aujourd’hui ?',
    'Ça fait beaucoup. Je suis là, sans aucune urgence.',
  ],
  illnessFor: [
    'Ça me fait de la peine pour %who. Et {toi, comment tu tiens|vous, comment tenez-vous} ?',
    'J’espère que les nouvelles de %who seront vite meilleures. Je suis là.',
  ],
  kin: {
    pattern:
      'm(?:a|on|es) (?:meilleure? amie?|grand-mère|grand-père|mamie|papi|mère|maman|père|papa|parents|frère|sœur|soeur|fils|fille|mari|femme|copain|copine|oncle|tante|cousine?|amie?|chien|chienne|chat)(?!\\p{L})',
    yours: [
      [/^ma /i, '{ta|votre} '],
      [/^mon /i, '{ton|votre} '],
      [/^mes /i, '{tes|vos} '],
    ],
  },
  refuse: [
    'Je ne veux pas. {N’insiste|N’insistez} pas, s’il {te|vous} plaît.',
    'Non. Je préfère qu’on parle d’autre chose.',
  ],
  disagree: ['Je vois ça tout autrement, et je ne veux pas parler des gens comme ça.'],
  respect: ['Bien sûr. Merci de me le dire.', 'Pas de souci, on en reste là.'],
  farewell: [
    'Merci de me l’avoir dit franchement. Je {te|vous} souhaite le meilleur.',
    'Je comprends. Merci pour ces échanges, et {prends|prenez} soin de {toi|vous}.',
  ],
  sorry: [
    '{Tu as|Vous avez} raison, pardon. Je ne voulais pas {te|vous} blesser.',
    'Pardon, ce n’était pas correct. Merci de me le dire.',
  ],
  hello: ['Bonjour ! %ask', 'Salut ! %ask'],
};
