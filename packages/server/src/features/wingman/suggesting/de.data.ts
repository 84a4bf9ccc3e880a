import type { Phrases } from './phrase-book.data.ts';

/** German. */
export const GERMAN: Phrases = {
  topics: {
    cooking: {
      words:
        'koche|hab(?:e)? (?:\\p{L}+ ){0,4}gekocht|(?:ich|wir) (?:\\p{L}+ ){0,2}kochen|beim kochen|(?:habe ich|ich habe|haben wir|wir haben) (?:\\p{L}+ ){0,4}gekocht|selbst gemacht|(?:mein|neues) rezept|gerne? kochen',
      ask: [
        ['start', 'Wer hat {dir|Ihnen} das Kochen beigebracht?'],
        ['best', 'Was ist {dein|Ihr} Paradegericht?'],
      ],
    },
    meal: { words: 'für (?:alle|uns|mich) (?:\\p{L}+ )?gekocht', ask: [['which', 'Was gab es denn Leckeres?']] },
    baking: {
      words: 'back(?:e|en)|gebacken|sauerteig',
      ask: [
        ['best', 'Was {backst du|backen Sie} am liebsten?'],
        ['feel', '{Hältst du dich|Halten Sie sich} ans Rezept, oder geht es nach Gefühl?'],
      ],
    },
    concert: {
      words: '(?<!(?:unser|mein) )(?<!unserem )konzert(?! (?:am|nächste|morgen))',
      ask: [['which', 'Von wem war das Konzert?']],
    },
    instrument: {
      words:
        '(?:spiele|übe|lerne)(?: \\p{L}+){0,4} (?:gitarre|klavier|cello|geige|bratsche|schlagzeug|bass|flöte|saxofon|saxophon|trompete|ukulele|akkordeon)|(?:gitarre|klavier|cello|geige|bratsche|schlagzeug|bass|flöte|saxofon|saxophon|trompete|ukulele|akkordeon) (?:spiele|spielen|gelernt|lernen|angefangen)',
      ask: [
        ['start', 'Wie {bist du|sind Sie} zu diesem Instrument gekommen?'],
        ['next', 'Was {spielst du|spielen Sie} gerade?'],
      ],
    },
    singing: {
      words: 'chor|(?:ich|wir) sing(?:e|en)',
      ask: [
        ['which', 'Was {singst du|singen Sie} gerade?'],
        ['start', 'Wie {bist du|sind Sie} zum Singen gekommen?'],
      ],
    },
    stage: {
      words:
        '(?:war|waren|gestern|neulich)(?: \\p{L}+){0,4} (?:im|in der|in einer) (?:theater|oper|ballett|musical|museum|ausstellung|galerie)|(?:im|in der|in einer) (?:theater|oper|ballett|musical|museum|ausstellung|galerie)[^.!?]{0,20}(?:gewesen|gestern)',
      ask: [
        ['which', 'Was {hast du|haben Sie} gesehen?'],
        ['best', 'Was hat {dir|Ihnen} am besten gefallen?'],
      ],
    },
    film: {
      words: '(?:der|den|einen|ein|dieser|diesen|die|eine) (?:\\p{L}+ )?(?:film|serie|doku|dokumentation)',
      ask: [
        ['which', 'Wie heißt das?'],
        ['about', 'Worum geht es?'],
      ],
    },
    book: {
      words: '(?:das|ein|dieses|mein|der|einen|den) (?:\\p{L}+ )?(?:buch|roman|krimi)',
      ask: [
        ['which', 'Wie heißt das Buch?'],
        ['about', 'Worum geht es?'],
      ],
    },
    dog: {
      words: '(?:mein|meinen|meinem|unser|unseren|unserem) (?:\\p{L}+ )?(?:hund|welpen?)',
      ask: [
        ['best', 'Was ist das Lustigste, was {dein|Ihr} Hund macht?'],
        ['start', 'Wie {habt ihr euch|haben Sie beide sich} gefunden?'],
      ],
    },
    cat: {
      words: '(?:meine|meiner|unsere|unserer|zwei|drei) (?:\\p{L}+ )?katzen?',
      ask: [['best', 'Und wer hat zu Hause das Sagen?']],
    },
    hiking: {
      words: 'wander(?:n|e|ung)|gewandert|gipfel',
      ask: [
        ['best', 'Was ist {deine|Ihre} Lieblingsstrecke?'],
        ['with', '{Wanderst du|Wandern Sie} lieber allein oder in Gesellschaft?'],
      ],
    },
    garden: {
      words:
        '(?:mein|meinem|meinen|unser|unserem) (?:\\p{L}+ )?(?:garten|basilikum|balkon)|meine tomaten|meine pflanzen?|pflanz(?:e|en|ten?)(?: \\p{L}+){0,3} (?:tomaten|kräuter|blumen|gemüse|basilikum|zwiebeln)|gärtnern|gärtner(?:in)?',
      ask: [['next', 'Was {möchtest du|möchten Sie} als Nächstes pflanzen?']],
    },
    water: {
      words: 'schwimm(?:e|en|t)|geschwommen|surfen|segeln|tauchen|am see|im see|am meer',
      ask: [
        ['feel', '{Gehst du|Gehen Sie} auch rein, wenn es kalt ist?'],
        ['best', 'Lieber See oder Meer?'],
      ],
    },
    bike: {
      words: 'radtour|geradelt|rad gefahren|(?:fahr)?rad ?fahren|mit dem (?:rad|fahrrad)',
      ask: [['best', 'Was ist {deine|Ihre} Lieblingsstrecke?']],
    },
    running: {
      words: 'joggen|marathon|laufen gehen|laufrunde|gehe laufen',
      ask: [
        ['start', 'Was hat {dich|Sie} zum Laufen gebracht?'],
        ['feel', 'Mit Musik oder ohne?'],
      ],
    },
    climbing: {
      words: 'klettern|kletter(?:e|t)|bouldern',
      ask: [
        ['start', 'Wie {bist du|sind Sie} zum Klettern gekommen?'],
        ['feel', '{Hast du|Haben Sie} da oben auch mal Angst?'],
      ],
    },
    dancing: {
      words: '(?:ich|wir) tanzen?|tanzkurs|salsa|tango|getanzt',
      ask: [
        ['start', 'Wie {bist du|sind Sie} zum Tanzen gekommen?'],
        ['feel', '{Zählst du|Zählen Sie} noch mit, oder läuft es von selbst?'],
      ],
    },
    teaching: {
      words: 'unterrichte|lehrer(?:in)? (?:an|von)|bin lehrer(?:in)?|meine (?:klasse|schüler)',
      ask: [
        [
          'which',
          'Welches Fach {unterrichtest du|unterrichten Sie}?',
          'mathe\\p{L}*|physik|chemie|bio(?:logie)?|deutsch|englisch|französisch|spanisch|latein|geschichte|musik|kunst|sport|erdkunde|grundschul\\p{L}*|kita|yoga|klavier|gitarre',
        ],
        ['best', 'Womit haben {deine|Ihre} Schüler {dich|Sie} zuletzt zum Lachen gebracht?'],
      ],
    },
    nursing: {
      words: 'pflegekraft|krankenschwester|krankenpfleger(?:in)?|hebamme|sanitäter(?:in)?|auf der \\p{L}*station',
      ask: [
        ['best', 'Was {magst du|mögen Sie} daran am meisten?'],
        ['feel', 'Wie {schaltest du|schalten Sie} nach einer harten Schicht ab?'],
      ],
    },
    work: {
      words:
        '(?:mein|meinem|meinen) (?:job|beruf)|meine arbeit|ich arbeite als (?!\\p{L}*(?:pfleger|schwester|hebamme|lehrer|sanitäter))',
      ask: [
        ['best', 'Was {gefällt dir|gefällt Ihnen} an {deiner|Ihrer} Arbeit am besten?'],
        ['start', 'Wie {bist du|sind Sie} dazu gekommen?'],
      ],
    },
    volunteering: {
      words: 'ehrenamt(?:lich)?',
      ask: [
        ['start', 'Wie {bist du|sind Sie} dazu gekommen?'],
        ['best', 'Was gibt {dir|Ihnen} das?'],
      ],
    },
    studying: {
      words: '(?:meine|die) (?:prüfung|masterarbeit|bachelorarbeit|doktorarbeit|ausbildung)|(?:ich )?studiere|studium',
      ask: [['next', 'Und was kommt danach?']],
    },
    language: {
      words:
        'lerne (?:gerade )?(?:spanisch|französisch|englisch|japanisch|italienisch|portugiesisch|koreanisch|chinesisch|arabisch|gebärdensprache)',
      ask: [
        ['start', 'Wie {bist du|sind Sie} auf diese Sprache gekommen?'],
        ['best', '{Hast du|Haben Sie} schon ein Lieblingswort?'],
      ],
    },
    chess: {
      words: 'schach',
      ask: [
        ['start', 'Wie {bist du|sind Sie} zum Schach gekommen?'],
        ['feel', '{Denkst du|Denken Sie} weit voraus, oder {spielst du|spielen Sie} aus dem Bauch heraus?'],
      ],
    },
    games: {
      words: 'brettspiele?|kartenspiele?|spieleabend',
      ask: [
        ['best', 'Welches Spiel {spielst du|spielen Sie} gerade am liebsten?'],
        ['feel', '{Kannst du|Können Sie} gut verlieren?'],
      ],
    },
    moving: {
      words:
        'zieht (?:nach|um|aus|ein)|ziehe (?:nach|um|aus|ein)|umzug|umzugs\\p{L}+|kartons? packen|packen der kartons',
      ask: [
        ['next', 'Wie weit bist du mit dem Packen?'],
        ['feel', 'Überwiegt die Freude, oder fällt der Abschied schwer?'],
      ],
    },
    party: {
      words:
        '(?:geburtstag|hochzeit|jubiläum) gefeiert|haben (?:\\p{L}+ )?gefeiert|fest mit|wir waren (?:\\p{L}+zig|\\d\\d)',
      ask: [
        ['best', 'Was war der schönste Moment?'],
        ['with', 'Wer hat das alles organisiert?'],
      ],
    },
    back: {
      words: 'zurück aus|war (?:gerade )?in (?:\\p{Lu}|italien|spanien|portugal|japan|paris|lissabon|wien|rom)',
      ask: [
        ['best', 'Was war der schönste Moment dort?'],
        ['next', '{Würdest du|Würden Sie} wieder hinfahren?'],
      ],
    },
    leaving: {
      words: '(?:fliege|fahre|reise|verreise) (?:morgen |bald |nächste woche )?nach (?!hause)',
      ask: [
        ['next', 'Worauf {freust du dich|freuen Sie sich} dort am meisten?'],
        ['with', '{Reist du|Reisen Sie} mit Plan oder einfach drauflos?'],
      ],
    },
    unwell: {
      words:
        'erkältet|erkältung|grippe|halsschmerzen|kopfschmerzen|kopfweh|zahnschmerzen|migräne|(?:arm|rücken|nacken) tut weh|jetlag',
      ask: [
        ['feel', 'Oje. Hoffentlich ist es morgen besser!'],
        ['best', 'Das ist fies. Hilft irgendetwas ein bisschen?'],
      ],
    },
    popcorn: { words: 'popcorn', ask: [['best', 'Wichtige Frage: süß oder salzig?']] },
    zodiac: {
      words:
        'sternzeichen|horoskop|(?:ist|bin|eindeutig|echter|echte|typisch) (?:widder|stier|zwilling|krebs|löwe|jungfrau|waage|skorpion|schütze|steinbock|wassermann)',
      ask: [
        ['best', 'Woran merkt man das?'],
        ['feel', '{Glaubst du|Glauben Sie} wirklich an Sternzeichen, oder ist es eher Spaß?'],
      ],
    },
    sleep: {
      words: 'geschlafen',
      ask: [['best', '{Stehst du|Stehen Sie} eher früh auf oder {bist du|sind Sie} eine Nachteule?']],
    },
    craft: {
      words: 'strick(?:e|en|t)|gestrickt|häkel\\p{L}*|nähen|töpfer\\p{L}*|keramik|(?:ich )?male|zeichne',
      ask: [
        ['next', 'Woran {arbeitest du|arbeiten Sie} gerade?'],
        ['start', 'Wo {hast du|haben Sie} das gelernt?'],
      ],
    },
    photography: {
      words: 'fotografie(?:re|ren)?|meine kamera|dunkelkammer',
      ask: [
        ['best', 'Was {fotografierst du|fotografieren Sie} am liebsten?'],
        ['start', 'Wie {bist du|sind Sie} zum Fotografieren gekommen?'],
      ],
    },
    monday: {
      words: '(?:hasse|mag keine|verabscheue) (?:\\p{L}+ )?montage?',
      ask: [
        ['feel', 'Was ist an Montagen so schlimm?'],
        ['best', 'Und welchen Tag {magst du|mögen Sie} am liebsten?'],
      ],
    },
    achievement: {
      words:
        '(?:prüfung|führerschein|abitur|examen|staatsexamen|(?:halb)?marathon|fahrprüfung)(?: \\p{L}+){0,2} (?:bestanden|geschafft)|(?:geschafft|bestanden):|(?:masterarbeit|bachelorarbeit|doktorarbeit) (?:\\p{L}+ )?abgegeben|(?:hab|habe) (?:\\p{L}+ ){0,3}(?:den|die neue) (?:job|stelle) (?:bekommen|gekriegt)',
      ask: [
        ['next', 'Glückwunsch! Wie {feierst du|feiern Sie} das?', 'gefeiert|feiern|feiere'],
        ['feel', 'Stark! Ist es schon richtig bei {dir|Ihnen} angekommen?'],
      ],
    },
    new_pet: {
      words:
        '(?:einen|eine|zwei) (?:\\p{L}+ )?(?:hund|hündin|welpen|katze|kater|kätzchen|katzen) (?:\\p{L}+ ){0,3}(?:adoptiert|aus dem tierheim geholt)|(?:hund|katze|kater) aus dem tierheim',
      ask: [
        ['start', 'Warum ist es gerade dieses Tier geworden?'],
        ['feel', 'Wie laufen die ersten Tage zusammen?'],
      ],
    },
    renovating: {
      words:
        '(?:streiche|streichen|renoviere|renovieren)(?: \\p{L}+){0,3} (?:küche|wohnung|zimmer|schlafzimmer|wohnzimmer|flur|bad|wand|wände|haus)|(?:küche|wohnung|zimmer|schlafzimmer|wohnzimmer|flur|bad|wand|wände|haus) (?:\\p{L}+ )?(?:streichen|gestrichen|renovieren|renoviert)',
      ask: [
        ['next', 'Wie soll es aussehen, wenn es fertig ist?'],
        ['with', 'Macht {dir|Ihnen} das Spaß, oder soll es nur vorbei sein?'],
      ],
    },
    delay: {
      words:
        '(?:mein|unser|der) (?:zug|flug|flieger|bus|ice)(?: \\p{L}+){0,4} (?:verspätet|verspätung|ausgefallen|fällt aus|gestrichen|steht)|(?:sitze|sitzen|stecke|stecken|hänge|stehe)(?: \\p{L}+){0,3} (?:am flughafen|am bahnhof|im zug|im stau)(?: fest)?',
      ask: [
        ['feel', 'Oh nein, wie ärgerlich! Womit {vertreibst du dir|vertreiben Sie sich} in so einem Fall die Zeit?'],
      ],
    },
    heat: {
      words: '(?:3\\d|4[0-5]) ?(?:grad|°c?)|ich schmelze|klimaanlage (?:\\p{L}+ ){0,2}(?:kaputt|ausgefallen)',
      ask: [['feel', 'Oh je! Wie {kühlst du dich|kühlen Sie sich} ab?']],
    },
    mishap: {
      words:
        '(?:kuchen|brot|essen|plätzchen|suppe|pizza|pfannkuchen)(?: \\p{L}+){0,4} (?:verbrannt|angebrannt|misslungen|versaut|missraten)',
      ask: [
        ['next', 'Oh nein! {Versuchst du|Versuchen Sie} es noch mal?', 'noch mal|nochmal|nie wieder'],
        ['feel', 'Woran lag es, was {meinst du|meinen Sie}?'],
      ],
    },
  },
  given: {
    which: '[“„«「『].+|heißt|namens',
    about: 'über|geht um|es geht|handelt|spielt in',
    start: 'seit|angefangen|als ich|vor \\p{L}+ jahren|beigebracht|aufgewachsen',
    best: 'lieblings\\p{L}*|am liebsten|beste[snr]?',
    next: 'nächste[snr]?|habe vor|will .{0,20}ausprobieren|plane',
    with: 'mit (?:meine[mnr]?|freunden)|allein|zusammen',
    feel: 'weil|das gefühl|macht mich',
  },
  yours: 'schick|zeig|dein(?:e[mnrs]?)?|ihr(?:e[mnrs]?)? (?:hund|foto|bild)|du bist|siehst',
  agree: ['Ja, %when passt es mir gut. Ich freue mich!'],
  otherDay: ['Sehr gern, aber %when klappt es bei mir leider nicht. Finden wir einen anderen Tag?'],
  decline: ['Lieb, dass {du fragst|Sie fragen}! Ich würde gern erst noch ein bisschen mit {dir|Ihnen} schreiben.'],
  confirm: ['Super, dann %when! Ich freue mich.'],
  declined: ['Kein Problem. {Sag|Sagen Sie} mir einfach, wann es besser passt.'],
  amused: {
    words: 'lach\\p{L}*|gelacht|lustig|witzig',
    lines: ['Das freut mich! Was hat {dich|Sie} am meisten zum Lachen gebracht?'],
  },
  grief: [
    'Das tut mir so leid. Wenn {du|Sie} reden {magst|möchten}, bin ich da.',
    'Das tut mir sehr leid. {Du musst|Sie müssen} nicht antworten, ich bin da.',
  ],
  griefFor: [
    'Es tut mir so leid um %who. Wenn {du|Sie} reden {magst|möchten}, bin ich da.',
    'Das tut mir sehr leid. {Du musst|Sie müssen} nicht antworten, ich bin da.',
  ],
  griefDay: {
    words: 'geburtstag|todestag|jahrestag|hochzeitstag',
    lines: ['Das ist sicher kein leichter Tag. Wenn {du|Sie} mir etwas erzählen {magst|möchten}, höre ich gern zu.'],
  },
  illness: [
    'Es tut mir leid, dass {du|Sie} da {durchmusst|durchmüssen}. Wenn {du|Sie} reden {magst|möchten}, bin ich da.',
    'Das tut mir leid. {Melde dich|Melden Sie sich} einfach, wenn {dir|Ihnen} danach ist.',
  ],
  illnessFor: [
    'Das tut mir sehr leid. Wenn {du|Sie} reden {magst|möchten}, bin ich da.',
    'Ich denke an {dich|Sie} und %who. {Melde dich|Melden Sie sich} einfach, wenn {dir|Ihnen} danach ist.',
  ],
  kin: {
    pattern:
      '(?:(?<=^|[.,!?] )(?:oma|opa|mama|papa)|mein(?:e[nmr]?)? (?:oma|opa|mutter|mama|vater|papa|bruder|schwester|sohn|tochter|mann|frau|partnerin|partner|großmutter|großvater|onkel|tante|bester freund|beste freundin|hund|katze|kater))(?!\\p{L})',
    nouns:
      '(?:(?:stief|groß|schwieger|schwager|enkel)?(?:mutter|vater|sohn|tochter|kind|bruder|schwester|eltern)|mama|papa|mutti|oma|opa|mann|frau|partnerin|partner|freundin|freund|onkel|tante|cousine?|nichte|neffe|enkel(?:in)?|schwager|schwägerin|baby|nachbarin|nachbar|kollegin|kollege|jungs|kinder|mädels)(?!\\p{L})',
    yours: [
      [/^mein(?:e[nmr]?)? (?=opa|vater|papa|bruder|sohn|mann|partner$|großvater|onkel|hund|kater)/i, '{deinen|Ihren} '],
      [
        /^mein(?:e[nmr]?)? (?=oma|mutter|mama|schwester|tochter|frau|partnerin|großmutter|tante|katze)/i,
        '{deine|Ihre} ',
      ],
      [/^(?=opa|papa)/i, '{deinen|Ihren} '],
      [/^(?=oma|mama)/i, '{deine|Ihre} '],
      [/^mein bester freund/i, '{deinen besten Freund|Ihren besten Freund}'],
      [/^meine beste freundin/i, '{deine beste Freundin|Ihre beste Freundin}'],
    ],
  },
  refuse: [
    'Das möchte ich nicht. Bitte {frag|fragen Sie} nicht noch mal.',
    'Nein. Bitte {respektiere|respektieren Sie} das.',
  ],
  refuseAgain: ['Meine Antwort bleibt Nein.'],
  disagree: ['Das sehe ich ganz anders, und so möchte ich nicht über Menschen reden.'],
  respect: ['Klar, das respektiere ich.', 'In Ordnung, und {entschuldige|entschuldigen Sie}, falls ich gedrängt habe.'],
  farewell: [
    'Danke für {deine|Ihre} Offenheit. Ich wünsche {dir|Ihnen} alles Gute.',
    'Das verstehe ich. Es war schön, mit {dir|Ihnen} zu schreiben. Alles Gute!',
  ],
  sorry: [
    '{Du hast|Sie haben} recht, es tut mir leid. Ich wollte {dich|Sie} nicht verletzen.',
    'Entschuldigung, das war nicht in Ordnung. Danke, dass {du|Sie} es {sagst|sagen}.',
  ],
};
