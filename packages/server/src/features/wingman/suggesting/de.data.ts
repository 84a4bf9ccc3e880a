import type { Phrases } from './phrase-book.data.ts';

/** German. */
export const GERMAN: Phrases = {
  topics: {
    cooking: {
      words: 'koch(?:e|en|st|t)?|gekocht|back(?:e|en|st)?|gebacken|rezepte?|ramen|sauerteig|küche|lasagne|curry',
      ask: [
        ['best', 'Welches Gericht {könntest du|könnten Sie} mit geschlossenen Augen kochen?'],
        ['start', 'Wer hat {dir|Ihnen} das Kochen beigebracht?'],
        ['next', 'Was {würdest du|würden Sie} gern als Nächstes ausprobieren?'],
      ],
    },
    music: {
      words:
        'musik|lied(?:er)?|konzerte?|gitarre|klavier|cello|geige|schlagzeug|sing(?:e|en|st)|chor|band|schallplatten?|album|orchester|jazz|festival',
      ask: [
        ['best', 'Welches Lied {überspringst du|überspringen Sie} nie?'],
        ['start', 'Wie ist Musik so wichtig für {dich|Sie} geworden?'],
        ['with', '{Machst du|Machen Sie} auch mit anderen zusammen Musik?'],
      ],
    },
    nature: {
      words:
        'wander(?:n|e|st|ung)|berge?|garten|wald|fluss|see|strand|meer|zelten|pflanzen?|tomaten|basilikum|vögel|sterne|spazier\\w*|natur',
      ask: [
        ['best', 'Wo draußen {fühlst du dich|fühlen Sie sich} am meisten zu Hause?'],
        ['feel', 'Was {merkst du|merken Sie} als Erstes, wenn {du|Sie} draußen {bist|sind}?'],
        ['with', '{Bist du|Sind Sie} lieber allein oder in Gesellschaft unterwegs?'],
      ],
    },
    animals: {
      words: 'hund(?:e|in)?|katzen?|kater|welpe|haustiere?|pferde?|kaninchen|papagei|hühner',
      ask: [
        ['best', 'Was ist das Lustigste, was {dein|Ihr} Tier macht?'],
        ['start', 'Wie habt ihr zwei euch gefunden?'],
        ['feel', 'Was gibt {dir|Ihnen} ein Tier, was Menschen nicht geben?'],
      ],
    },
    reading: {
      words: 'buch|bücher|roman(?:e)?|les(?:e|en)|liest|gelesen|bibliothek|gedichte?|krimi|kapitel',
      ask: [
        ['best', 'Welches Buch {hast du|haben Sie} mehr als einmal gelesen?'],
        ['start', 'Welches Buch hat {dich|Sie} zum Lesen gebracht?'],
        ['next', 'Was liegt gerade auf {deinem|Ihrem} Nachttisch?'],
      ],
    },
    film: {
      words: 'filme?|kino|serien?|folgen?|doku(?:mentation)?|regisseur(?:in)?',
      ask: [
        ['best', 'Welchen Film {könntest du|könnten Sie} heute Abend noch einmal sehen?'],
        ['feel', 'Welche Szene ist {dir|Ihnen} jahrelang geblieben?'],
        ['with', '{Redest du|Reden Sie} nach einem Film gern gleich darüber?'],
      ],
    },
    travel: {
      words: 'reis(?:e|en|t)|gereist|urlaub|flug|porto|lissabon|japan|italien|paris|ausland|rucksack|insel|roadtrip',
      ask: [
        ['best', 'An welchen Ort {würdest du|würden Sie} morgen zurückfahren?'],
        ['next', 'Wo {möchtest du|möchten Sie} im nächsten Frühling aufwachen?'],
        ['feel', 'Was {suchst du|suchen Sie} an einem neuen Ort immer zuerst?'],
      ],
    },
    sport: {
      words:
        'lauf(?:e|en)|marathon|fitnessstudio|kletter(?:n|e)|schwimm(?:e|en)|rad(?:fahren|tour)?|fahrrad|yoga|fußball|tennis|spiel|tanz(?:e|en)|surf(?:e|en)|ski|kilometer',
      ask: [
        ['feel', 'Was geht {dir|Ihnen} dabei durch den Kopf?'],
        ['start', 'Wie {hast du|haben Sie} damit angefangen?'],
        ['next', 'Was {möchtest du|möchten Sie} dieses Jahr noch schaffen?'],
      ],
    },
    art: {
      words:
        'kunst|mal(?:e|en)|zeichn(?:e|en)|museum|galerie|theater|fotos?|fotografie|ausstellung|töpfern?|strick(?:e|en)|näh(?:e|en)|bild',
      ask: [
        ['best', 'Was war das Letzte, von dem {du|Sie} nicht wegsehen {konntest|konnten}?'],
        ['next', 'Was {möchtest du|möchten Sie} als Nächstes sehen oder machen?'],
        ['start', 'Wann {hast du|haben Sie} gemerkt, dass {dir|Ihnen} das Freude macht?'],
      ],
    },
    work: {
      words:
        'arbeit(?:e|en|et)?|job|kollegen|chef(?:in)?|büro|projekt|pfleger(?:in)?|unterricht(?:e|en)?|kunden|schicht|beruf',
      ask: [
        ['feel', 'Welchen Teil {deiner|Ihrer} Arbeit {würdest du|würden Sie} auch ohne Geld machen?'],
        ['start', 'Wie {bist du|sind Sie} zu dieser Arbeit gekommen?'],
        ['best', 'Was war zuletzt ein schöner Moment bei der Arbeit?'],
      ],
    },
    learning: {
      words:
        'lern(?:e|en|st)|gelernt|studi(?:um|ere|eren)|kurs|abschlussarbeit|prüfung|universität|uni|sprache|spanisch|französisch|japanisch',
      ask: [
        ['feel', 'Was hat {dich|Sie} beim Lernen am meisten überrascht?'],
        ['start', 'Was hat {dich|Sie} dazu gebracht?'],
        ['next', 'Was {möchtest du|möchten Sie} damit eines Tages machen?'],
      ],
    },
    family: {
      words:
        'mama|papa|mutter|vater|eltern|schwester|bruder|geschwister|oma|opa|großmutter|großvater|familie|tochter|sohn|kinder|nichte|neffe',
      ask: [
        ['feel', 'Was {hast du|haben Sie} von {deiner|Ihrer} Familie mitbekommen, worüber {du|Sie} froh {bist|sind}?'],
        ['with', 'Was {macht ihr|machen Sie} am liebsten, wenn alle zusammen sind?'],
        ['best', 'Welche Familiengeschichte wird immer wieder erzählt?'],
      ],
    },
    games: {
      words: 'spiele?|schach|puzzles?|brettspiele?|karten|konsole|quiz|lego|kreuzworträtsel',
      ask: [
        ['best', 'Bei welchem Spiel {gewinnst du|gewinnen Sie} zu oft?'],
        ['with', 'Wer kann am schlechtesten verlieren?'],
        ['start', 'Von wem {hast du|haben Sie} es gelernt?'],
      ],
    },
    home: {
      words: 'umzug|zieht|ziehe|umziehen|umgezogen|wohnung|balkon|möbel|umzugskartons?|renovier\\w*',
      ask: [
        ['best', 'Welche Ecke zu Hause {magst du|mögen Sie} am liebsten?'],
        ['feel', 'Wodurch wird ein Ort für {dich|Sie} ein Zuhause?'],
        ['next', 'Was {würdest du|würden Sie} bei {dir|sich} als Erstes ändern?'],
      ],
    },
  },
  given: {
    start: 'seit|angefangen|als ich|vor \\p{L}+ jahren|beigebracht|aufgewachsen',
    best: 'lieblings\\p{L}*|am liebsten|beste[snr]?',
    next: 'nächste[snr]?|habe vor|will .{0,20}ausprobieren|plane',
    with: 'mit (?:meine[mnr]?|freunden)|allein|zusammen',
    feel: 'weil|das gefühl|macht mich',
  },
  yours: 'schick|zeig|dein(?:e[mnrs]?)?|ihr(?:e[mnrs]?)? (?:hund|foto|bild)|du bist|siehst',
  yesNo:
    '(?:^|[,.!] ?(?:und |aber |oh )?)(?:magst|hast|bist|kannst|warst|wirst|würdest|kochst|spielst|liest|läufst|tanzt|singst|reist|wanderst|kennst|lebst|wohnst|arbeitest|haben|sind|kochen|mögen) (?:du|sie)\\b[^?]{0,60}\\?',
  yes: ['Ja! %ask', 'Ja, schon. %ask'],
  no: ['Ehrlich gesagt nicht so sehr. %ask', 'Bisher nicht. %ask'],
  agree: ['Ja, %when passt mir gut. Ich freue mich!', 'Sehr gern, %when. Ich freue mich darauf!'],
  otherDay: ['Sehr gern, nur %when klappt bei mir leider nicht. Finden wir einen anderen Tag?'],
  decline: ['Danke {dir|Ihnen} für die Frage. Ich würde gern erst noch ein bisschen schreiben.'],
  confirm: ['Schön, dann bleibt es bei %when. Ich freue mich!'],
  declined: ['Kein Problem. Sag{|en Sie} mir einfach, wann es besser passt.'],
  comfort: [
    'Danke, dass {du|Sie} mir das {erzählst|erzählen}. Wie geht es {dir|Ihnen} heute damit?',
    'Das klingt schwer. Gut, dass {du|Sie} es gesagt {hast|haben}.',
    'Ich bin da, auch wenn {du|Sie} gerade nicht mehr dazu sagen {magst|möchten}.',
  ],
  good: ['Das freut mich sehr für {dich|Sie}!', 'Wie schön, das freut mich!'],
  grief: [
    'Es tut mir sehr leid. {Du musst|Sie müssen} nicht schnell antworten.',
    'Mein herzliches Beileid. Wenn {du|Sie} erzählen {magst|möchten}, höre ich zu.',
  ],
  griefFor: [
    'Es tut mir so leid um %who. {Du musst|Sie müssen} nicht schnell antworten.',
    'Mein herzliches Beileid. Wenn {du|Sie} von früher erzählen {magst|möchten}, höre ich gern zu.',
  ],
  illness: [
    'Es tut mir leid, dass {du|Sie} da durch {musst|müssen}. Wie geht es {dir|Ihnen} heute?',
    'Das ist viel auf einmal. Ich bin da, ganz ohne Eile.',
  ],
  illnessFor: [
    'Das tut mir sehr leid. Wie geht es {dir|Ihnen} selbst damit?',
    'Ich hoffe, dass es bald bessere Nachrichten gibt. Ich bin da, ganz ohne Eile.',
  ],
  kin: {
    pattern:
      'mein(?:e[nmr]?)? (?:oma|opa|mutter|mama|vater|papa|bruder|schwester|sohn|tochter|mann|frau|partnerin|partner|großmutter|großvater|onkel|tante|bester freund|beste freundin|hund|katze|kater)(?!\\p{L})',
    yours: [
      [/^mein(?:e[nmr]?)? (?=opa|vater|papa|bruder|sohn|mann|partner$|großvater|onkel|hund|kater)/i, '{deinen|Ihren} '],
      [
        /^mein(?:e[nmr]?)? (?=oma|mutter|mama|schwester|tochter|frau|partnerin|großmutter|tante|katze)/i,
        '{deine|Ihre} ',
      ],
      [/^mein bester freund/i, '{deinen besten Freund|Ihren besten Freund}'],
      [/^meine beste freundin/i, '{deine beste Freundin|Ihre beste Freundin}'],
    ],
  },
  refuse: [
    'Das möchte ich nicht. Bitte {frag|fragen Sie} nicht noch einmal.',
    'Nein. Ich möchte über etwas anderes reden.',
  ],
  disagree: ['Das sehe ich ganz anders, und so möchte ich nicht über Menschen reden.'],
  respect: ['Natürlich. Danke, dass {du|Sie} es {sagst|sagen}.', 'Völlig in Ordnung, dann lassen wir das.'],
  farewell: [
    'Danke für {deine|Ihre} Offenheit. Ich wünsche {dir|Ihnen} alles Gute.',
    'Das verstehe ich. Danke für das Gespräch, alles Gute!',
  ],
  sorry: [
    '{Du hast|Sie haben} recht, es tut mir leid. Ich wollte {dich|Sie} nicht verletzen.',
    'Entschuldigung, das war nicht in Ordnung. Danke, dass {du|Sie} es {sagst|sagen}.',
  ],
  hello: ['Hallo! %ask', 'Hi! %ask'],
};
