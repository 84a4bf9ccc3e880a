import type { Phrases } from './phrase-book.data.ts';

/** French. */
export const FRENCH: Phrases = {
  topics: {
    cooking: {
      words:
        "je cuisine|(?:viens de|ai) (?:faire|fait|préparer|préparé) (?:\\p{L}+ ){0,2}(?:ramen|curry|lasagnes?)|cuisiner|j'ai cuisiné|on cuisine|ma recette|nouvelle recette|fait maison",
      ask: [
        ['start', 'Qui {t’a|vous a} appris à cuisiner ?'],
        ['best', 'C’est quoi, {ta|votre} spécialité ?'],
      ],
    },
    meal: {
      words:
        "(?:a|ont) (?:cuisiné|préparé (?:à manger|le repas|un repas|le dîner)) pour (?:nous|moi|tout|tous)|(?:nous a|nous ont|m'a|m'ont) (?:cuisiné|préparé)",
      ask: [['which', 'Il y avait quoi au menu ?']],
    },
    baking: {
      words:
        'levain|(?:fait|fais|faire|cuire) (?:du |mon |un |des |une )?(?:pain|gâteau|crêpes|tarte)|pâtisserie maison',
      ask: [
        ['best', 'C’est quoi, {ta|votre} meilleure recette ?'],
        ['feel', '{Tu suis|Vous suivez} la recette, ou c’est à l’instinct ?'],
      ],
    },
    concert: {
      words: '(?<!(?:notre|mon) )concert(?! (?:vendredi|samedi|dimanche|demain))',
      ask: [['which', 'C’était le concert de qui ?']],
    },
    instrument: {
      words:
        "(?:je joue|j'apprends|jouer|apprendre|je pratique|commencé|me suis mise? (?:à|au))[^.!?]{0,20}(?:guitare|piano|violoncelle|violon|alto|batterie|flûte|saxophone|trompette|ukulélé|accordéon)",
      ask: [
        ['start', 'Pourquoi cet instrument-là ?'],
        ['next', '{Tu joues|Vous jouez} quoi en ce moment ?'],
      ],
    },
    singing: {
      words: 'chorale|chœur|(?:je|on) chante',
      ask: [
        ['which', '{Tu chantes|Vous chantez} quoi en ce moment ?'],
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de chanter ?'],
      ],
    },
    stage: {
      words:
        "(?:suis allée?|j'étais|on était|on est allée?s?|hier|hier soir|j'ai vu)[^.!?]{0,30}(?:théâtre|opéra|ballet|musée|expo(?:sition)?|galerie)|(?:théâtre|opéra|ballet|musée|expo(?:sition)?)[^.!?]{0,20}hier",
      ask: [
        ['which', '{Tu as vu|Vous avez vu} quoi ?'],
        ['best', 'Qu’est-ce qui {t’a|vous a} le plus plu ?'],
      ],
    },
    film: {
      words: '(?:le|un|ce|la|une|cette) (?:\\p{L}+ )?(?:film|série|documentaire)',
      ask: [
        ['which', 'Ça s’appelle comment ?'],
        ['about', 'Ça parle de quoi ?'],
      ],
    },
    book: {
      words: '(?:le|un|ce|mon|la|une) (?:\\p{L}+ )?(?:roman|livre|polar|bd)',
      ask: [
        ['which', 'Ça s’appelle comment ?'],
        ['about', 'Ça parle de quoi ?'],
      ],
    },
    dog: {
      words: '(?:mon|notre|ma) (?:\\p{L}+ )?(?:chien|chienne|chiot)',
      ask: [
        ['best', 'C’est quoi, sa bêtise la plus drôle ?'],
        ['start', 'C’est quoi, l’histoire de votre rencontre ?'],
      ],
    },
    cat: {
      words: '(?:mon|notre|ma|mes|deux|trois) (?:\\p{L}+ )?(?:chats?|chattes?|chatons?)',
      ask: [['best', 'Et qui commande à la maison ?']],
    },
    hiking: {
      words: 'randonn\\p{L}+|rando|sentier|sommet',
      ask: [
        ['best', 'C’est quoi, {ta|votre} rando préférée ?'],
        ['with', 'Plutôt en solo ou à plusieurs ?'],
      ],
    },
    garden: {
      words: 'mon (?:\\p{L}+ )?(?:jardin|potager|basilic|balcon)|mes (?:tomates|plantes)|jardin(?:age|ier|ière)',
      ask: [['next', '{Tu aimerais|Vous aimeriez} planter quoi ensuite ?']],
    },
    water: {
      words: "nag(?:e|er|é|eons)|surf|plongée|voile|(?:dans|au bord de) (?:le |la |l')?(?:lac|mer)",
      ask: [
        ['feel', '{Tu y vas|Vous y allez} même quand l’eau est froide ?'],
        ['best', 'Plutôt lac ou plutôt mer ?'],
      ],
    },
    bike: { words: '(?:en|à|du) vélo|pédal\\p{L}+', ask: [['best', 'C’est quoi, {ton|votre} trajet préféré ?']] },
    running: {
      words:
        '(?:aller|vais|vas|aime|allée?|me mets à) courir|je cours(?! (?:après|partout))|marathon|footing|course à pied',
      ask: [
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de courir ?'],
        ['feel', 'Avec ou sans musique ?'],
      ],
    },
    climbing: {
      words: 'escalade|grimp(?:e|er)',
      ask: [
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de grimper ?'],
        ['feel', 'Ça {te|vous} fait peur, parfois ?'],
      ],
    },
    dancing: {
      words: '(?:je|on|nous) dans(?:e|ons)|danser|salsa|tango',
      ask: [
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de danser ?'],
        ['feel', '{Tu comptes|Vous comptez} les pas, ou ça vient tout seul ?'],
      ],
    },
    teaching: {
      words: "j'enseigne|je suis prof(?:esseure?)?|mes élèves|institut(?:eur|rice)",
      ask: [
        [
          'which',
          '{Tu enseignes|Vous enseignez} quelle matière ?',
          'maths?|mathématiques|physique|chimie|svt|anglais|allemand|espagnol|français|latin|histoire|musique|arts?|sport|eps|maternelle|primaire|géographie|yoga|piano|guitare',
        ],
        ['best', 'Qu’est-ce qui {t’a|vous a} fait rire chez {tes|vos} élèves dernièrement ?'],
      ],
    },
    nursing: {
      words: 'infirmi(?:er|ère)|sage-femme|aide-soignante?|ambulanci(?:er|ère)',
      ask: [
        ['best', 'Qu’est-ce que {tu aimes|vous aimez} dans ce métier ?'],
        ['feel', 'Comment {tu décroches|vous décrochez} après une garde difficile ?'],
      ],
    },
    work: {
      words: 'mon (?:travail|boulot|métier)|je (?:travaille|bosse) comme (?!infirm|sage|aide|ambul|prof|instit)',
      ask: [
        ['best', 'Qu’est-ce qui {te|vous} plaît le plus dans {ton|votre} travail ?'],
        ['start', 'Comment est-ce que ça a commencé ?'],
      ],
    },
    volunteering: {
      words: 'bénévol(?:e|at)',
      ask: [
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de commencer ?'],
        ['best', 'Qu’est-ce que ça {t’apporte|vous apporte} ?'],
      ],
    },
    studying: {
      words: "(?:mon|ma|mes|l') ?(?:mémoire|thèse|examens?|études|licence|master)|j'étudie",
      ask: [['next', 'Et après, c’est quoi la suite ?']],
    },
    language: {
      words:
        "(?:j'apprends|apprendre) (?:l'|le |la )?(?:espagnol|allemand|anglais|japonais|italien|portugais|coréen|chinois|arabe|langue des signes)",
      ask: [
        ['start', 'Pourquoi cette langue-là ?'],
        ['best', '{Tu as|Vous avez} déjà un mot préféré ?'],
      ],
    },
    chess: {
      words: "(?:aux|les|d') ?échecs",
      ask: [
        ['start', 'Comment ça a commencé, les échecs ?'],
        ['feel', '{Tu calcules|Vous calculez} loin, ou {tu joues|vous jouez} à l’instinct ?'],
      ],
    },
    games: {
      words: 'jeux? de société|soirée jeux|jeux? de cartes',
      ask: [
        ['best', 'C’est quoi, {ton|votre} jeu préféré ?'],
        ['feel', 'Et {tu sais|vous savez} perdre ?'],
      ],
    },
    moving: {
      words: 'déménag(?:e|er|ement|eons)|les cartons',
      ask: [
        ['next', 'Ça avance, les cartons ?'],
        ['feel', 'C’est plutôt joyeux, ou dur de dire au revoir ?'],
      ],
    },
    party: {
      words: '(?:a fêté|on a fêté|nous avons fêté)|fait (?:une|la) (?:grande )?fête|on était (?:\\p{L}+nte|\\d\\d)',
      ask: [
        ['best', 'C’était quoi, le plus beau moment ?'],
        ['with', 'Qui a tout organisé ?'],
      ],
    },
    back: {
      words:
        "(?:je rentre|de retour|je reviens|on rentre) d(?:e |u |'|es )(?!mon|ma|la|chez|travail|boulot|cours|courses|soirée)",
      ask: [
        ['best', 'C’était quoi, le plus beau moment ?'],
        ['next', '{Tu y retournerais|Vous y retourneriez} ?'],
      ],
    },
    leaving: {
      words:
        "(?:je pars|je m'envole|on part) (?:demain |bientôt )?(?:à|en|pour|au) (?!travail|boulot|maison|réunion|cours)",
      ask: [
        ['next', 'Qu’est-ce qui {te|vous} fait le plus envie là-bas ?'],
        ['with', '{Tu voyages|Vous voyagez} avec un plan, ou à l’aventure ?'],
      ],
    },
    unwell: {
      words:
        'un rhume|enrhumée?|la grippe|mal (?:à la gorge|à la tête|au dos|au bras|aux dents)|migraine|décalage horaire',
      ask: [
        ['feel', 'Oh non. J’espère que ça ira mieux demain !'],
        ['best', 'Aïe. Il y a quelque chose qui {te|vous} soulage un peu ?'],
      ],
    },
    popcorn: { words: 'pop-?corn', ask: [['best', 'Question importante : sucré ou salé ?']] },
    zodiac: {
      words:
        'horoscope|signe astro\\p{L}*|(?:je suis|est|clairement|vraiment) (?:bélier|taureau|gémeaux|cancer|lion|vierge|balance|scorpion|sagittaire|capricorne|verseau|poissons)',
      ask: [
        ['best', 'Ça se voit à quoi ?'],
        ['feel', '{Tu y crois|Vous y croyez} vraiment, ou c’est juste pour rire ?'],
      ],
    },
    sleep: { words: '(?:bien |mal )?dormi', ask: [['best', '{Tu es|Vous êtes} plutôt du matin ou du soir ?']] },
    craft: {
      words: 'tricot\\p{L}*|crochet|couture|poterie|céramique|je (?:peins|dessine)',
      ask: [
        ['next', '{Tu travailles|Vous travaillez} sur quoi en ce moment ?'],
        ['start', '{Tu as|Vous avez} appris ça où ?'],
      ],
    },
    photography: {
      words: 'photographie|mon appareil photo|argentique',
      ask: [
        ['best', '{Tu aimes|Vous aimez} photographier quoi, surtout ?'],
        ['start', 'Qu’est-ce qui {t’a|vous a} donné envie de faire de la photo ?'],
      ],
    },
    monday: {
      words: '(?:déteste|supporte pas|hais) (?:\\p{L}+ )?lundis?',
      ask: [
        ['feel', 'Qu’est-ce qui rend les lundis si durs ?'],
        ['best', 'Et {ton|votre} jour préféré, alors ?'],
      ],
    },
    achievement: {
      words:
        "j'ai (?:\\p{L}+ )?(?:eu|réussi|décroché|obtenu) (?:mon|le|mes|un|l') ?(?:\\p{L}+ )?(?:permis|examens?|bac|concours|diplôme|poste|job|boulot|cdi)|j'ai (?:\\p{L}+ )?(?:rendu|soutenu|déposé) (?:mon|ma) (?:mémoire|thèse)|j'ai (?:\\p{L}+ )?(?:fini|couru|terminé) mon premier (?:\\p{L}+-?)?marathon",
      ask: [
        ['next', 'Félicitations ! {Tu vas|Vous allez} fêter ça comment ?', 'fêt\\p{L}*'],
        ['feel', 'Bravo ! {Tu réalises|Vous réalisez} déjà ?'],
      ],
    },
    new_pet: {
      words:
        '(?:adopté|adopter|recueilli) (?:un|une|deux) (?:\\p{L}+ )?(?:chiens?|chienne|chiot|chats?|chatte|chatons?)',
      ask: [
        ['start', 'Qu’est-ce qui {t’a|vous a} fait craquer ?'],
        ['feel', 'Comment se passent les premiers jours ensemble ?'],
      ],
    },
    renovating: {
      words:
        '(?:repeins|repeint|repeindre|peindre|rénove|rénover|rénovons|refais|refaire) (?:la|le|ma|mon|notre|les) (?:cuisine|chambre|salon|appart\\p{L}*|maison|salle de bains?|murs?|couloir)',
      ask: [
        ['next', 'Ça va ressembler à quoi une fois fini ?'],
        ['with', '{Tu aimes|Vous aimez} faire ça, ou vivement que ça finisse ?'],
      ],
    },
    delay: {
      words:
        "(?:mon|notre|le) (?:train|vol|avion|bus|tgv)(?: \\p{L}+){0,3} (?:retardé|retard|annulé|bloqué|arrêté)|(?:coincée?|bloquée?s?) (?:à l'aéroport|à la gare|dans le train|sur le quai|dans les bouchons)",
      ask: [['feel', 'Oh non, quelle galère ! {Tu fais|Vous faites} quoi pour passer le temps, dans ces cas-là ?']],
    },
    heat: {
      words: '(?:3\\d|4[0-5]) ?(?:degrés|°c?)|je fonds|clim\\p{L}* (?:\\p{L}+ ){0,2}(?:panne|cassée)',
      ask: [['feel', 'Oh là là ! {Tu fais|Vous faites} quoi pour {te|vous} rafraîchir ?']],
    },
    mishap: {
      words:
        "(?:j'ai|j'ai encore) (?:raté|brûlé|cramé|loupé) (?:mon|ma|mes|le|la) (?:\\p{L}+ )?(?:gâteau|tarte|pain|dîner|crêpes|cookies|pizza|soupe)",
      ask: [
        ['next', 'Oh non ! {Tu vas|Vous allez} retenter ?', 'retent\\p{L}*|plus jamais'],
        ['feel', '{Tu sais|Vous savez} ce qui n’a pas marché ?'],
      ],
    },
  },
  given: {
    which: "[“„«「『].+|s'appelle|intitulée?",
    about: 'sur|parle de|raconte|histoire',
    start: 'depuis|commencé|quand j’étais|il y a \\p{L}+ ans|m’a appris|grandi',
    best: 'préférée?|le mieux|le plus',
    next: 'prochaine?|envie d’essayer|je vais|prévu',
    with: 'avec (?:mon|ma|mes|des)|seule?|ensemble',
    feel: 'parce que|j’aime comment|me fait|la sensation',
  },
  yours: 'envoie|montre|ton|ta|tes|votre|vos|tu es|t’es',
  agree: ['Oui, %when, ça me va très bien. J’ai hâte !'],
  otherDay: ['Ça me ferait plaisir, mais %when je ne peux pas. On trouve un autre jour ?'],
  decline: ['C’est gentil de proposer ! J’aimerais qu’on discute encore un peu avant de se voir.'],
  confirm: ['Super, alors %when. J’ai hâte !'],
  declined: ['Aucun souci. {Dis-moi|Dites-moi} quand ça {t’arrange|vous arrange}.'],
  amused: {
    words: 'rire|ris|ri|rigol\\p{L}+|drôles?',
    lines: ['Ça me fait plaisir ! Qu’est-ce qui {t’a|vous a} fait le plus rire ?'],
  },
  grief: [
    'Je pense fort à {toi|vous}. Si {tu as|vous avez} envie d’en parler, je suis là.',
    'Ça doit être très dur. Pas besoin de me répondre, je suis là.',
  ],
  griefFor: [
    'Je pense fort à {toi|vous}. Si {tu as|vous avez} envie de parler de %who, je suis là.',
    'Ça doit être très dur. Pas besoin de me répondre, je suis là.',
  ],
  griefDay: {
    words: 'anniversaire|aurait eu',
    lines: [
      'Ça ne doit pas être un jour facile. Si {tu as|vous avez} envie de me parler de %who, je suis là.',
      'Ça ne doit pas être un jour facile. Si {tu as|vous avez} envie de parler, je suis là.',
    ],
  },
  illness: [
    'Ça doit être dur à vivre. Si {tu as|vous avez} envie d’en parler, je suis là.',
    'Je pense à {toi|vous}. {Réponds-moi quand tu peux|Répondez-moi quand vous pouvez}, rien ne presse.',
  ],
  illnessFor: [
    'Ça me fait de la peine pour %who. Si {tu as|vous avez} envie d’en parler, je suis là.',
    'Je pense à {toi|vous} et à %who. {Réponds-moi quand tu peux|Répondez-moi quand vous pouvez}, rien ne presse.',
  ],
  kin: {
    pattern:
      'm(?:a|on|es) (?:meilleure? amie?|grand-mère|grand-père|mamie|papi|mère|maman|père|papa|parents|frère|sœur|soeur|fils|fille|mari|femme|copain|copine|oncle|tante|cousine?|amie?|chien|chienne|chat)(?!\\p{L})',
    nouns:
      '(?:(?:petite?-|beau-|belle-|grand-)?(?:mère|père|fils|fille|frère|sœur|soeur)|petits-enfants|enfants?|maman|papa|mamie|papi|parents|mari|femme|copain|copine|conjointe?|oncle|tante|cousine?|nièce|neveu|gendre|bru|amie?|voisine?|collègue|bébé)(?!\\p{L})',
    yours: [
      [/^ma /i, '{ta|votre} '],
      [/^mon /i, '{ton|votre} '],
      [/^mes /i, '{tes|vos} '],
    ],
  },
  refuse: ['Je ne veux pas. {N’insiste|N’insistez} pas, s’il {te|vous} plaît.', 'Non. Merci de respecter ça.'],
  refuseAgain: ['Ma réponse ne change pas : c’est non.'],
  disagree: ['Je vois ça tout autrement, et je ne veux pas qu’on parle des gens de cette façon.'],
  respect: ['Bien sûr, je respecte ça.', 'D’accord, et pardon si j’ai insisté.'],
  farewell: [
    'Merci de me l’avoir dit franchement. Je {te|vous} souhaite plein de belles choses.',
    'Je comprends. C’était chouette de discuter avec {toi|vous}. {Prends|Prenez} soin de {toi|vous} !',
  ],
  sorry: [
    '{Tu as|Vous avez} raison, pardon. Je ne voulais pas {te|vous} blesser.',
    'Pardon, ce n’était pas correct. Merci de me le dire.',
  ],
};
