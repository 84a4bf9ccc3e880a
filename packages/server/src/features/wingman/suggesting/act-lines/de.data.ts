import type { ActLines } from './act-lines.data.ts';

/** German. */
export const GERMAN: ActLines = {
  offerYes: ['Oh ja, sehr gern!', 'Klingt gut, da bin ich dabei.'],
  offerLater: ['Sehr gern, nur nicht sofort. Finden wir einen Tag, der uns beiden passt?'],
  planYes: ['Super, ich freue mich!', 'Schön, dann ist das abgemacht!'],
  planNo: ['Gar kein Problem, so was kommt vor.', 'Danke fürs Bescheidgeben. Finden wir einen anderen Tag?'],
  counterYes: ['Klar, das passt mir auch!'],
  sympathy: ['Oje, das tut mir leid.'],
  kindness: ['Da muss ich richtig lächeln.'],
  worry: [
    'Das klingt wirklich schwer. Gut, dass {du|Sie} es {erzählst|erzählen}.',
    'Danke für {dein|Ihr} Vertrauen. Wenn {du|Sie} mehr erzählen {magst|möchten}, höre ich gern zu.',
  ],
  apology: ['Danke, dass {du|Sie} das {sagst|sagen}. Ist schon gut.', 'Das weiß ich zu schätzen, danke. Alles gut.'],
  needsTime: ['Danke für die Entschuldigung. Ich brauche nur ein bisschen Zeit.'],
  reassure: ['{Mach dir|Machen Sie sich} keine Gedanken, wirklich.', 'Keine Sorge, ich schreibe gern mit {dir|Ihnen}.'],
  understands: ['Das kann ich gut verstehen.'],
  nerves:
    'nervös|aufgeregt|bammel|muffensausen|schiss|lampenfieber|angst|zitt(?:er|r)\\p{L}*|flatter\\p{L}*|panik|stress\\p{L}*|nervosität',
  understood: 'versteh\\p{L}*|verstanden|verständlich|fehler|richtig|falsch|korrekt|mein deutsch',
  ill: 'krank|grippe|fieber|corona|covid|krankenhaus|klinik|magen\\p{L}*|migräne|erkältet|unfall|gebrochen|geklaut|notaufnahme|flach(?:gelegen|gelegt)?',
  noWorries: ['Alles gut, kein Problem!'],
  bad_day: ['Oje, das tut mir leid.', 'Puh, das klingt nervig.'],
  good_news: ['Wie schön, das freut mich riesig für {dich|Sie}!', 'Oh, wie toll! Da muss ich richtig lächeln.'],
  praise: ['Danke, jetzt muss ich lächeln.', 'Das ist wirklich lieb von {dir|Ihnen}, danke!'],
  joke: ['Haha, da musste ich grinsen.'],
  thanks: ['Sehr gern!', 'Das freut mich sehr.'],
  language_help: [
    'Ich habe alles verstanden, keine Sorge.',
    'Das liest sich richtig gut. Wenn etwas komisch klingt, sage ich Bescheid.',
  ],
  photo_ask: ['Klar, Moment, ich suche eins heraus.'],
  photoLater: ['Vielleicht ein bisschen später, wenn das für {dich|Sie} okay ist.'],
  sends: '(?:schicke?|sende|zeige?|hab(?:e)?) (?:ich )?(?:dir|ihnen|mal)',
  contact_ask: [
    'Ich würde gern noch ein bisschen hier schreiben, wenn das für {dich|Sie} okay ist.',
    'Gern, nur ein bisschen später, wenn wir uns besser kennen.',
  ],
  gets_into: ['Wie {bist du|sind Sie} dazu gekommen?', 'Wie hat das bei {dir|Ihnen} angefangen?'],
  enjoys: ['Was gefällt {dir|Ihnen} daran am meisten?', 'Was ist für {dich|Sie} das Schönste daran?'],
  lives: [
    'Was gefällt {dir|Ihnen} dort am besten?',
    'Was {würdest du|würden Sie} jemandem zeigen, der noch nie dort war?',
  ],
  pet: [
    'Wie schön! Seit wann {lebt ihr|leben Sie} schon zusammen?',
    'Wie süß! Wie {habt ihr euch|haben Sie sich} gefunden?',
  ],
  trip_ahead: ['Worauf {freust du dich|freuen Sie sich} am meisten?'],
  ahead: [
    'Viel Spaß, und {erzähl|erzählen Sie} mir danach, wie es war!',
    'Schöne Zeit, und {sag|sagen Sie} mir dann, wie es war!',
  ],
  was_there: ['Was war das Beste daran?', 'Welcher Moment ist {dir|Ihnen} am meisten geblieben?'],
  media: ['{Würdest du|Würden Sie} das empfehlen?', 'Wie {bist du|sind Sie} darauf gekommen?'],
  learns: ['Wie läuft es bisher?', 'Was hat {dich|Sie} dazu gebracht, damit anzufangen?'],
  made: [
    'Respekt! Wie lange {hast du|haben Sie} dafür gebraucht?',
    'Beeindruckend! Wo {hast du|haben Sie} das gelernt?',
  ],
  night: ['Gute Nacht, {schlaf|schlafen Sie} gut!', 'Gute Nacht und schöne Träume!'],
  nightWords: 'nacht|nachti|n8|bett|schlaf\\p{L}*|schläf\\p{L}*|träum\\p{L}*|kissen|heia',
  leaving: ['{Mach’s|Machen Sie’s} gut, bis bald!', 'Bis später!'],
  leavingWords:
    "tsch(?:ü|u|au)\\p{L}*|ciao|servus|bis (?:bald|später|dann|gleich|morgen|nachher|denn)|muss (?:jetzt |leider |mal |dann |gleich |nun )*(?:los|weg|weiter|gehen|auf|aufhören|raus|rüber|arbeiten|zur|zum|in)|los|bin (?:dann |jetzt )?(?:mal )?weg|mach'?s gut|machs gut|auf wieder\\p{L}*|schönen (?:tag|abend|nachmittag)|wir (?:hören|lesen|schreiben|sehen) uns|wiedersehen|pfiat\\p{L}*|feierabend|verabschied\\p{L}*|melde? mich (?:später|morgen|nachher)",
  luck: ['Ich drücke {dir|Ihnen} ganz fest die Daumen!', 'Viel Glück, das wird bestimmt gut!'],
  luckWords:
    '(?:drück|drueck|halt)\\p{L}*(?: sie)? (?:mir|uns) (?:\\p{L}+ ){0,3}daumen|wünsch\\p{L}*(?: sie)? mir glück',
  greeting: ['Hallo! Wie geht’s {dir|Ihnen} heute?', 'Hi! Schön, von {dir|Ihnen} zu hören. Wie geht’s?'],
  greetingAsked: [
    'Hallo! Mir geht’s gut, danke. Und {dir|Ihnen}?',
    'Hi, alles gut hier, danke der Nachfrage! Und bei {dir|Ihnen}?',
  ],
  howAreYou:
    "wie geht(?:'?s| es)|wie läuft(?:'?s| es| dein (?:tag|woche|abend|morgen|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)| deine woche)|alles (?:gut|klar|fit|ok|okay|in ordnung)|was geht|geht'?s (?:dir|ihnen) gut",
  choice: ['%option, ganz klar! Und {du|Sie}?', '%option, immer. Und {du|Sie}?'],
  or: ' oder ',
  beforeOptions:
    '(?:(?:bist|magst|trinkst|isst|hast|nimmst|gehst|liest|schläfst|wärst|würdest) du (?:eher |lieber |mehr |ein |eine )*|sind sie (?:eher )?|eher|lieber|team|also|was ist besser|was (?:magst|nimmst) du lieber|mal ehrlich|ehrlich|kurze frage|wichtige frage|schnelle frage|jetzt mal ernst)[:,]?',
  orNo: '(?:so|was|nicht|irgend\\p{L}*|später|nein)(?!\\p{L})|(?:hast|bist|musst|arbeitest|kannst|ist|wäre|wird|hast|haben|sind|müssen) (?:du|dir|das|sie|es|ihnen)(?!\\p{L})|zu ',
  tellMe:
    'sag(?:t|en sie)? (?:mir |mal |einfach |gern )*(?:bescheid|ob|was|wann|wie)|gib (?:mir )?bescheid|such(?: dir)?(?: was)? aus|(?:du|sie) (?:entscheidest|entscheiden|darfst|dürfen)|wie (?:du|sie) (?:magst|willst|möchtest|mögen|möchten)',
  offence:
    'patzig|gemein|doof von mir|blöd von mir|unfair|unhöflich|zickig|grob|fies|angemeckert|angeschnauzt|angeschrien|angelogen|gelogen|verletzt|überreagiert|(?:was|wie) ich (?:\\p{L}+ )?gesagt|mein(?:en)? ton|ungerecht|nicht (?:okay|ok|in ordnung) von mir|schlechte laune|wegen (?:gestern|neulich)|für (?:gestern|neulich)|versetzt|eifersüchtig|ausgerastet|mein fehler|unmöglich',
  thanksWords: 'danke?\\p{L}*|dank|merci|thx|bedank\\p{L}*',
  ofYou:
    'von (?:dir|ihnen)|selfies?|dein(?:em|es)? (?:gesicht|lächeln|körper|outfit)|wie du aussiehst|wie sie aussehen|dich (?:mal )?sehen',
  ofThing: '(?:fotos?|bild(?:er)?|pic|schnappschuss) (?:von|vom|davon)|\\p{L}+(?:foto|fotos|bild|bilder)|beweisfotos?',
  laughs: 'lach\\p{L}*|gelacht|lustig\\p{L}*|witz\\p{L}*|kicher\\p{L}*|grins\\p{L}*|scherz\\p{L}*',
  thankedFor: '(?:danke?\\p{L}*|dank|merci)(?: \\p{L}+){0,4},? (?:für|fürs|dass|wegen)|gestern|heute?|abend',
  acquainted:
    'wieder|letzte[ns]? (?:mal|woche|samstag|sonntag|freitag)|gestern|neulich|wie immer|unser\\p{L}* (?:erste\\p{L}* )?(?:date|treffen)|zweite\\p{L}* (?:date|treffen)|doch nicht',
  condolence:
    'tut mir (?:so |sehr |wirklich |unendlich |echt )*leid|leid (?:um|für)|beileid|klingt (?:wirklich |echt |sehr )?(?:schwer|schlimm|hart)',
  untilDay:
    'bis (?:morgen|übermorgen|heute abend|(?:zum )?(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)|(?:morgen|übermorgen) (?:dann|wieder|mehr)',
  soon: 'bis (?:bald|später)',
  wishes:
    'schlaf\\p{L}* (?:\\p{L}+ ){0,3}(?:gut|schön|fein|sche+)|ruh\\p{L}* (?:dich|sich) (?:\\p{L}+ )?aus|erhol\\p{L}* (?:dich|sich)|gute erholung|träum\\p{L}* (?:\\p{L}+ ){0,2}(?:schön|süß|was|gut)\\p{L}*|(?:schöne|süße) träume|gute? nacht|gut nacht|gutes nächtle',
  asksBack:
    'und (?:du|dir|selbst|bei dir|sie|ihnen|bei ihnen)(?=\\s*(?:[?!.…,]|$))|jetzt du|du bist dran|(?:muss|will|wollte) (?:ich )?(?:\\p{L}+ )?(?:fragen|wissen)|erzähl(?:en sie)? (?:mal|mir|doch|schon)|verrat mir|verraten sie',
  openQuestion:
    'was|welche[rsnm]?|wer|wem|wen|wo(?:hin|her|bei|mit|ran)?|wann|warum|wieso|weshalb|wie(?:so|viele?)?|oder',
};
