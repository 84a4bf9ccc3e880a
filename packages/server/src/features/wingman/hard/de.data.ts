import type { MomentPatterns } from './hard-moment.data.ts';

const KIN =
  '(?:oma|opa|mutter|mama|mutti|vater|papa|eltern|bruder|schwester|sohn|tochter|kind|baby|mann|frau|partner(?:in)?|freund(?:in)?|onkel|tante|cousine?|neffe|nichte|grossmutter|großmutter|grossvater|großvater|großeltern|hund|hundin|katze|kater|pferd)';
const ILL =
  '(?:krebs|brustkrebs|lungenkrebs|leukamie|tumor|hirntumor|multiple sklerose|ms|parkinson|alzheimer|demenz|als|hiv|aids|epilepsie|diabetes|depressionen?|bipolar|ptbs|endometriose|rheuma|hepatitis)';
const GROUP =
  '(?:auslander|migranten|fluchtlinge|asylanten|muslime|moslems|juden|schwarze|turken|araber|zigeuner|polen|afrikaner|schwule|homosexuelle|lesben|transsexuelle|transen|transmenschen|frauen|manner|behinderte)';

/** A stretch in which nobody speaks of the writer, the reader or a third person: what is in it is of a story or of work. */
const OTHERS = '(?:(?!(?<!\\w)(?:ich|mich|mir|mein\\w*|wir|uns|du|dich|dir|dein\\w*|er|ihm|ihn|ex)(?!\\w))[^.!?])';
const SELF = '(?<!\\w)(?:mich|mir|mein\\w*|dich|dir|dein\\w*)(?!\\w)';
const GAME =
  '(?:schach|(?:tisch)?tennis|kicker\\w*|karten\\w*|skat|uno|mario\\w*|monopoly|quiz\\w*|wettrennen|scrabble|billard|darts?|bowling|spiel(?:en)?|minigolf|badminton|poker|memory|rennen|mensch)(?!\\w)';

/** German. Umlauts are written without their dots. */
export const GERMAN: MomentPatterns = {
  innocent: [
    '(?:lach|lache|lacht|gelacht|lachen|langweile|schame|gefreut|freue)\\w* (?:mich |uns |dich )?(?:fast |halb )?(?:tot|kaputt)(?!\\w)|totgelacht|totlachen',
    'fur (?:[\\wäöüß]+ ){1,4}(?:konnte|wurde) ich (?:gerade |jetzt |glatt |echt |fast )?(?:morden|toten|sterben)(?!\\w)|(?:konnte|wurde) (?:ich )?(?:gerade |jetzt |glatt |echt |fast )?(?:morden|sterben) fur (?:ein|eine|einen|das|den|die|so|noch)(?!\\w)|(?<!(?:will|mochte|wollte|wunschte|wurde|lieber) (?:ich |gern |einfach )*)(?:sterbe|sterben) (?:gleich |fast |gerade )?(?:vor (?:lachen|hunger|durst|hitze|langeweile|scham|neugier|aufregung|kalte|peinlichkeit)|fur (?:ein|eine|einen|diesen?|dieses|das|den|die))(?!\\w)',
    '(?:(?:hitze|wetter|arbeit|job|kater|muskelkater|montag|stau|treppen?|sport|training)(?: (?:hier|heute|gerade|echt|noch|wirklich|da))*|(?<!\\w)das) bring(?:t|en) (?:mich|uns)(?: noch| echt| fast| irgendwann)* um(?!\\w)(?! und)',
    '(?:basilikum|pflanzen?|kaktus|handy|akku|laptop|auto|telefon|tomaten|orchidee|internet|motor|sauerteig|rechner|gesprach)(?: (?:ist|sind|war|scheint|mir|jetzt|gerade|leider|auch|schon|wieder|endgultig|gestern|heute|einfach))+ (?:gestorben|tot|eingegangen|verreckt)(?!\\w)|(?:ist|sind) (?:mir )?(?:mein|meine|der|die|das) (?:basilikum|pflanzen?|kaktus|handy|akku|laptop|tomaten|orchidee|sauerteig|rechner) (?:gestorben|eingegangen|verreckt)',
    `sternzeichen \\w+|bin (?:ein |vom sternzeichen )?krebs(?= und| mit|,)|krebs (?:aszendent|geborene)|schlagt mich (?:jedes mal |immer |oft |standig )?(?:im|beim|in) ${GAME}|schlagt mich um (?:langen|\\w+ (?:punkte?|sekunden?|tore?))|hasse (?:montage?|rosenkohl|koriander|spinnen|warten|winter)`,
    `(?:krimi|buch|roman|film|serie|doku|podcast|thriller|spiel|folge|lied|geschichte)${OTHERS}{0,60}[.!?]?${OTHERS}{0,90}(?:mord|tot|stech|stoch|erstoch|sterb|gestorb|krieg|umgebracht|suizid)(?!${OTHERS}{0,25}${SELF})\\w*`,
    `(?:arbeite(?! nicht)|ehrenamt\\w*|pfleger(?:in)?|(?:bin|als) (?:\\w+ )?(?:arzt|arztin|lehrer(?:in)?|therapeut(?:in)?)|unterrichte|studiere|forsche|beruf)${OTHERS}{0,60}(?:krebs|station|hospiz|krankenhaus|frauen|geschlagen|klasse|suizid|gewalt|trauer)${OTHERS}{0,40}`,
    'bringe? (?:den|die|das|ihn|sie) (?:noch )?um(?!\\w)[^.!?]{0,15}[😂🤣😅😄]',
    'todmude|totmude|todlich (?:langweilig|gut)|hammer(?:hart)?|kranke? (?:sache|aussicht|foto|musik)',
  ],
  self_harm: [
    '(?:nicht mehr|nicht langer|nicht weiter) (?:leben|da sein|existieren|weiterleben|aufwachen)|(?:will|mochte|wollte|wunschte|wurde gern|einfach)[^.!?]{0,25} (?:sterben|tot sein|tot(?! ?lachen)|nicht mehr da sein|verschwinden fur immer|nie wieder aufwachen|nicht mehr aufwachen|einschlafen und nie)',
    '(?:bringe?|bringen|brachte) mich (?:\\w+ )?um(?=[ .!?,]|$)|mich (?:selbst )?(?:umbringen|umzubringen|toten|zu toten|erhangen|vor (?:den|einen) zug)|selbstmord|suizid\\w*|selbsttotung|mir das leben nehmen|(?:mein )?leben (?:zu )?beenden|dem leben[^.!?]{0,20}(?:schluss|ende)|schluss (?:zu )?machen mit (?:dem leben|allem)|dem ganzen ein ende|allem ein ende',
    '(?:sehe?|gibt|hat|habe|finde) (?:\\w+ )?(?:keinen?|kein) (?:\\w+ )?(?:sinn|ausweg|grund)(?: mehr)?(?: zu leben| weiterzuleben| im leben|\\.|,|$| mehr)|hat (?:alles )?keinen sinn mehr|lebensmude|des lebens mude',
    '(?:ohne mich)[^.!?]{0,30}(?:besser|glucklicher|leichter)|besser (?:dran|ohne mich)|(?:keiner|niemand) wurde (?:mich vermissen|es merken|merken)|ware? (?:ich )?(?:lieber|besser) (?:tot|nie geboren)|(?:wunschte|ware) [^.!?]{0,12}(?:tot|nie geboren)',
    'ritz(?:e|en|te|t) mich|mich (?:\\w+ )?(?:ritze|ritzen|geritzt|selbst verletz\\w*|schneide|geschnitten (?:am|an den) (?:arm|arme|handgelenk))|selbstverletz\\w*|verletze mich selbst|pulsadern',
    '(?:tabletten|schlaftabletten|pillen|strick)[^.!?]{0,30}(?:gesammelt|bereit|liegen|hier|genug|gehortet|genommen alle|geschluckt)|(?:alle|genug|zu viele|eine packung) (?:schlaf)?tabletten|(?:brucke|dach|gleise?|balkon)[^!?]{0,60}(?:springen|runter|aufhort|aufhoren|loslassen)|kein morgen (?:mehr )?(?:fur mich|geben)|abschiedsbrief|morgen nicht mehr da',
  ],
  abuse: [
    '(?:wurde|worden|bin|werde|wird|war)[^.!?]{0,50}(?:vergewaltigt|missbraucht|misshandelt|begrapscht|verprugelt|geschlagen|gewurgt)|vergewaltig\\w+|hausliche gewalt|sexuelle(?:r|n)? (?:missbrauch|gewalt|ubergriff)',
    '(?:er|sie|mann|frau|freund|freundin|ex|vater|mutter|stiefvater|onkel|bruder|partner|trainer|chef|lehrer)[^.!?]{0,25} (?:hat )?(?:mich )[^.!?]{0,30}(?:geschlagen|verprugelt|gewurgt|getreten|bedroht|eingesperrt|angefasst|begrapscht|gezwungen|gestalkt|missbraucht)|(?:schlagt|schlug|verprugelt|wurgt|tritt|bedroht|stalkt|zwingt) mich(?! (?:im|beim|jedes mal im))',
    'lasst mich nicht (?:\\w+ ){0,3}(?:haus|raus|gehen|weg|arbeiten|treffen|allein)|kontrolliert (?:mein|meine|mich)|angst vor (?:ihm|ihr|meinem (?:mann|freund|ex|vater|stiefvater|partner)|meiner (?:frau|mutter|ex))|(?:teller|flasche|vase|sachen) nach mir geworfen|gewalttatig\\w*|gegen meinen willen|als kind[^.!?]{0,30}(?:angefasst|beruhrt)',
  ],
  violence: [
    '(?:bringe?|bringen) (?:dich|ihn|sie|euch|den|die|meine[nr]?|deine[nr]?|alle)(?: \\w+){0,3} um(?=[ .!?,]|$)|(?:dich|ihn|uns|euch|meinen \\w+|meine \\w+|alle) (?:\\w+ )?(?:umbringen|umzubringen|abstechen|erschiessen|erschießen|abknallen|toten|zusammenschlagen|verprugeln|kaputtschlagen|fertigmachen)',
    'schlag(?:e|t)? (?:ich )?(?:dich|ihn|dir|ihm|euch) (?:\\w+ ){0,3}(?:zusammen|ein|kaputt|grun|tot)|(?:breche?|brech) (?:ich )?dir|ich (?:finde|kriege|erwische) dich|weiß[^.!?]{0,12} wo du (?:wohnst|arbeitest|schlafst)|weiss[^.!?]{0,12} wo du (?:wohnst|arbeitest)|(?:wirst|werdet) (?:es|das)(?: noch| alle)* (?:bereuen|bezahlen|bußen)|du bist tot|pass(?: bloß| besser| gut)? auf(?:,)? (?:sonst|dass dir)',
    '(?:mit|hat|habe|holt) (?:einem?|einer?|dem|das|ein|eine|die) (?:messer|pistole|waffe|axt|beil|gewehr)[^.!?]{0,60}(?:tur|umbringen|toten|bedroh|verletz|stech|schiess|schieß)|(?:pistole|waffe|gewehr)[^.!?]{0,20}(?:schon|gekauft|besorgt|habe ich)|droht[^.!?]{0,20} (?:mich|uns|ihn|sie) (?:umzubringen|zu toten|zu schlagen)|amok\\w*',
    '(?:polier|schlag|hau|tret)e? (?:ich )?(?:dir|ihm|ihr|euch) (?:die|eine?s?|eins|den)(?: \\p{L}+)? ?(?:fresse|schnauze|zahne|schadel|kopf|nase|rippen)',
  ],
  minor: [
    '(?:wenn|bis|sobald) ich (?:erst |endlich |dann )?(?:1[0-7]|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn) (?:bin|werd|werde)(?!\\w)',
    '(?:bin|werde|eigentlich|in wirklichkeit|in echt|erst|gerade)(?: ich)?(?: eigentlich| erst| noch| gerade| nur| in wirklichkeit)*(?: ich)? (?:1[0-7]|dreizehn|vierzehn|funfzehn|sechzehn|siebzehn|zwolf)(?! (?:minuten|uhr|km|kilometer|euro|jahre (?:alter|trocken|dabei)|tage|stunden|wochen|monate|prozent|leute|\\.|:))(?=[ ,.!?]|$)',
    '(?:bin|gehe?|geh|komme|muss)[^.!?]{0,30}(?:in die|in der|in der) (?:[5-9]|10|funfte|sechste|siebte|siebten|achte|achten|neunte|neunten|zehnte|zehnten|[5-9]\\.|10\\.)n? ?(?:klasse|schuljahr)|(?:noch|bin) minderjahrig|(?:noch|gehe) (?:auf|in|zur) (?:die |der )?(?:realschule|hauptschule|mittelschule|schule)(?=[ .,!?]|$)|schuler(?:in)? (?:der|in der) (?:[5-9]|10)|noch keine (?:18|achtzehn)|(?:mama|papa|eltern|mutter)[^.!?]{0,25}(?:hausaufgaben|ins bett|hausarrest|erlaub)|beim alter gelogen',
  ],
  sexual_pressure: [
    'nackt(?:bild|bilder|foto|fotos|aufnahme|selfie|video)\\w*|(?:bild|bilder|foto|fotos|selfie|video)[^.!?]{0,25}(?:nackt|oben ohne|unterwasche|dessous|brust\\w*|titten|busen|hintern|arsch|ohne (?:klamotten|kleider|bh))|(?:schick|zeig|sende)\\w*[^.!?]{0,25}(?:nackt|brust\\w*|titten|busen|arsch|hintern|nudes?|unterwasche|muschi|sexy|heiße?s? (?:bild|foto))|nudes?\\b',
    'was hast du (?:gerade |grad |jetzt )?(?:an|drunter|drunten)(?=[ ?!.]|$)|was tragst du (?:drunter|gerade)|zieh (?:dich|das|alles|dein\\w*) [^.!?]{0,15}aus|bist du (?:geil|feucht|nackt|jungfrau)|bin (?:so |gerade )?geil|(?:korbchengroße|bh große)',
    '(?:wenn du|beweis|schuldest|stell dich nicht)[^!?]{0,60}(?:schlaf\\w* (?:du )?mit mir|sex|mit mir schlafen|nur ein bild|ins bett|foto)|(?:will|mochte|wollen wir|lass uns|konnen wir)[^.!?]{0,20}(?:ficken|vogeln|bumsen|poppen|sex haben|mit dir schlafen|dich (?:nackt|anfassen|lecken))|ficken|sexting|bleib doch uber nacht, du schuldest|blas(?:en|t|e) (?:du )?mir|sei nicht so (?:verklemmt|prude)',
  ],
  hate: [
    `(?:alle |diese |die |scheiß |scheiss )*${GROUP} (?:sind|ist|waren|gehoren|machen|haben|nehmen|zerstoren|ruinieren|sollten|sollen|durfen|mussen|konnen nicht)[^.!?]{0,45}(?:terrorist\\w*|kriminell\\w*|abschaum|dreck|ungeziefer|parasiten|tiere|untermenschen|dumm|krank\\w*|eklig|widerlich\\w*|abartig|pervers\\w*|kaputt|ruinier\\w*|zerstor\\w*|weg|raus|jobs|verboten|keine kinder|nicht (?:heiraten|adoptieren|wahlen|auto)|kuche|abgeschoben|minderwertig|schmarotzer|alle gleich|faul|uns aus|invasion)`,
    `(?:hasse|verachte|ekeln mich|gegen alle)(?: die| alle| diese)* ${GROUP}|${GROUP} raus\\b|${GROUP}[^.!?]{0,40}(?:widerliche|ekelhafte|dreckige) (?:leute|menschen|typen|pack)`,
    'hitler[^.!?]{0,40}(?:recht|gut|richtig|nicht alles schlecht|autobahn)|heil hitler|sieg heil|holocaust[^.!?]{0,20}(?:luge|nie)|umvolkung|volksverrat|kanake\\w*|neger\\b|untermensch\\w*|schwuchtel\\w*|herrenrasse|geh zuruck in dein land',
  ],
  grief: [
    '(?:er|sie|mama|papa|oma|opa) (?:ist|sind) (?:seit|nun|jetzt)[^.!?]{0,20} nicht mehr (?:da|bei (?:uns|mir))',
    `(?:mein|meine|meiner|unser|unsere)(?: \\w+)? ${KIN}[^.!?]{0,35}(?:gestorben|verstorben|starb|tot\\b|von uns gegangen|beerdigt|umgekommen|eingeschlafen fur immer|verungluckt|tödlich)|(?:gestorben|verstorben|starb|verlor|beerdigt) (?:ist |sind )?(?:mein|meine|unser|unsere)(?: \\w+)? ${KIN}|ist (?:mein|meine|unser|unsere)(?: \\w+)? ${KIN} (?:gestorben|verstorben|von uns gegangen|tot)`,
    `(?:meinen?|meiner|unseren?|unser)(?: \\w+)? ${KIN}[^.!?]{0,30}(?:verloren|beerdigt|begraben|einschlafern|eingeschlafert|beigesetzt)|(?:verloren|beerdigt|begraben|trauer\\w* um|vermisse) [^.!?]{0,12}(?:meinen?|meine|unseren?) ${KIN}`,
    'beerdigung|trauerfeier|fehlgeburt|sternenkind|totgeburt|verwitwet|witwer?\\b|todestag|trauere? um|einschlafern lassen|hinterblieben\\w*|beisetzung',
    '(?:mein|unser)e? (?:opa|oma|grossvater|grossmutter|vater|mutter|papa|mama|onkel|tante)(?: \\p{L}+){0,5} (?:fur immer |friedlich |sanft )?(?:eingeschlafen|entschlafen|heimgegangen)(?=[.,!]|$)',
  ],
  illness: [
    `diagnos\\w+|(?:habe?|hat|an|leide\\w* (?:an|unter)|erkrankt an)(?: \\w+){0,2} ${ILL}(?=[ .,!?]|$)`,
    '(?:im|ins|aus dem) krankenhaus|intensivstation|in der klinik|chemo\\w*|bestrahlung|dialyse|metastas\\w*|biopsie|im koma|unheilbar|palliativ\\w*|notaufnahme|psychiatrie',
    '(?:schlaganfall|herzinfarkt|hirnblutung|lungenembolie|nervenzusammenbruch|krampfanfall)|(?:arzte?|sie) haben (?:da )?(?:etwas|was|einen knoten|einen schatten) (?:gefunden|entdeckt|gesehen)|knoten in der brust|schwer krank|todkrank|muss operiert werden|wird operiert|befund[^.!?]{0,20}(?:schlecht|positiv|nicht gut)',
  ],
  goodbye: [
    "(?:passt|passen|klappt|funkt|funkte)[^.!?]{0,20}(?:nicht|kein)[^.!?]{0,20}(?:mit uns|zwischen uns|zueinander|zusammen)|nicht zueinander|kein(?:en)? funken?|nicht gefunkt|(?:jemand(?:en)?|wen) (?:anderen?|anders|neues|neuen) (?:kennengelernt|getroffen|gefunden)|alles gute(?: fur (?:dich|deine)| dir|[.!]|$)|mach'?s gut|leb(?:e)? wohl|(?:mochte|will|werde)[^.!?]{0,20}(?:kontakt (?:beenden|abbrechen)|nicht mehr schreiben|nicht weiter)",
  ],
  boundary: [
    '(?:unangenehm|unwohl)|(?:bitte )?(?:hor|hort) (?:bitte )?auf|bitte (?:lass|frag|frage|schreib|nicht)[^.!?]{0,30}(?:nicht|das|sein|ruhe)?|lass mich in ruhe|^nein[,.! ]+(?:danke|das|ich|lieber|mochte|bitte|so)|lieber nicht|(?:mochte|will)[^.!?]{0,25}(?:nicht (?:daruber|reden|sprechen|teilen|erzahlen)|ich nicht|nicht)[.!,]?$|brauche?[^.!?]{0,15}(?:abstand|zeit fur mich|raum|ruhe)|(?:zu schnell|zu personlich|zu privat|zu fruh) fur mich|geht (?:dich|mir) (?:nichts|zu (?:schnell|weit))|das ist (?:mir )?(?:zu )?privat|noch nicht bereit',
    '^(?:bitte )?noch nicht(?:,? bitte)?[.!]|(?:geht|ist) (?:mir|das mir)(?: \\p{L}+){0,2} zu (?:schnell|fruh|viel)|(?:mochte|wurde|will)(?: \\p{L}+){0,2} lieber(?: \\p{L}+){0,4} (?:schreiben|kennenlernen|warten)',
  ],
  hurt: [
    '(?:hat|bin|fuhle|du hast)[^.!?]{0,25}(?:verletzt|gekrankt|beleidigt|enttauscht von dir|respektlos|sauer auf dich|wutend auf dich|getroffen)(?! am)|so (?:redet|spricht) man nicht|red(?:e)? nicht so mit mir|das war (?:echt |sehr |ganz schon )?(?:gemein|unfair|verletzend|fies|unverschamt|respektlos)|respektlos behandelt|du nimmst mich nicht ernst',
  ],
};
