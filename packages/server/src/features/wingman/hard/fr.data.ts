import type { MomentPatterns } from './hard-moment.data.ts';

const KIN =
  '(?:grand-?mere|grand-?pere|mamie|papi|papy|mamy|mere|maman|pere|papa|parents|frere|soeur|sœur|fils|fille|bebe|enfant|mari|femme|copain|copine|conjointe?|oncle|tante|cousine?|neveu|niece|(?:meilleure? )?amie?|chien(?:ne)?|chat(?:te)?|cheval)';
const ILL =
  '(?:cancer|tumeur|leucemie|sclerose en plaques|parkinson|alzheimer|demence|sla|vih|sida|epilepsie|diabete|depression|bipolaire|trouble bipolaire|lupus|endometriose|hepatite|maladie de crohn)';
const GROUP =
  '(?:immigres|migrants|refugies|etrangers|musulmans|arabes|juifs|noirs|gitans|roms|chinois|africains|gays|homosexuels|homos|lesbiennes|trans|transgenres|femmes|hommes|handicapes)';

/** A stretch in which nobody speaks of the writer, the reader or a third person: what is in it is of a story or of work. */
const OTHERS =
  "(?:(?!(?<!\\w)(?:je|j'\\w*|me|m'\\w*|moi|mon|ma|mes|te|t'\\w*|toi|tu|ton|ta|nous|vous|il|ex)(?!\\w))[^.!?])";
const SELF = "(?<!\\w)(?:me|m'\\w*|moi|te|t'\\w*|toi|vous)(?!\\w)";
const GAME =
  '(?:aux (?:echecs|cartes|dames|des|jeux?|petits chevaux|flechettes|boules)|a la (?:belote|petanque|course|console|wii|switch)|au (?:tennis|scrabble|uno|monopoly|ping|badminton|bowling|billard|poker|tarot|foot|jeu|baby))(?!\\w)';

/** French. Without accents. */
export const FRENCH: MomentPatterns = {
  innocent: [
    '(?<!(?:veux|voudrais|aimerais|prefere|prefererais|envie de|vais|il est|elle est|pere est|mere est|frere est|soeur est|mari est|ami est) (?:juste |vraiment )?)(?:mort|morte|morts|mourir|meurs|mourait|creve) de (?:rire|faim|soif|chaud|froid|fatigue|honte|trouille|sommeil|curiosite|ennui|peur devant)|mort[e]? de rire|mdr',
    "(?<!(?:le|la|les|te|vous|me) )(?:tuerais|tuerait) (?:quelqu'un )?pour (?:un|une|du|de la|des|dormir|ce|cette)(?!\\w)|mourrais pour (?:un|une|du|des|ce|cette|toi)(?!\\w)|donnerais ma vie pour|a mourir de rire|(?:chaleur|travail|boulot|lundi|patron|jambes|dos|canicule|(?<!\\w)ca|cote|sport|metro|gueule de bois)(?: (?:ici|la|vraiment|encore))* (?:va |vont )?(?:me |nous |m'a |m'ont )(?:tuer|tuee|tue|tuent|acheve)(?!\\w)",
    "(?:je vais|j'vais|jvais) (?:le|la|les) tuer[^.!?]{0,15}[😂🤣😅😄]",
    "(?:telephone|portable|ordi|ordinateur|batterie|voiture|basilic|plantes?|cactus|orchidee|tele|velo|moteur|levain) (?:est |sont |a |vient de |vient juste de |est encore |est deja )(?:morte?s?|mourir|rendu l'ame|creve)(?!\\w)(?! (?:mon|ma|le|la|un|une|son|sa)(?!\\w))|tuer le temps|a tomber par terre",
    `(?:suis|es) (?:un )?cancer(?= et| ascendant|,)|(?:deteste|hais) (?:les lundis|le lundi|la coriandre|les araignees|l'hiver|attendre)|bat (?:toujours |a chaque fois |souvent )?${GAME}|coup de (?:foudre|chance|main|soleil)`,
    `(?:polar|roman|livre|film|serie|documentaire|podcast|jeu|chanson|episode|histoire)${OTHERS}{0,60}[.!?]?${OTHERS}{0,90}(?:poignard|meurtr|tue|mort|guerre|suicid|viol|assassin)(?!${OTHERS}{0,25}${SELF})\\w*`,
    `(?<!ne )(?:travaille(?! pas)|benevole|(?:suis|comme) (?:\\w+ )?(?:infirmiere?|medecin|prof|professeure?|psychologue)|enseigne|etudie|recherche|metier)${OTHERS}{0,60}(?:cancer|hopital|femmes|battues|college|suicide|violence|deuil|soins)\\w*${OTHERS}{0,40}`,
  ],
  self_harm: [
    "(?:veux|peux|voudrais|ai|envie de|supporte)(?: \\w+)? ?(?:plus|pas) (?:vivre|exister|envie de vivre|la force de vivre|continuer a vivre|etre la|me reveiller|la vie)|(?:envie de|veux|voudrais|pense a|pensais a|songe a|essaye de|prefererais|vais|tente de)(?: juste| vraiment| parfois)* (?:mourir|me tuer|me suicider|en finir|disparaitre pour toujours|me pendre|me foutre en l'air|me jeter|m'endormir et ne|ne plus me reveiller|etre morte?)|suicid\\w*|(?<!(?:il|elle|on|ils|qui|mari|ex|pere|copain|frere|chef|cheffe|boss|patron|patronne|mere|maman|coloc|voisine?|prof|femme|copine|soeur) (?:va |veut |voulait |a voulu |allait |finira par |a menace de |menace de |a essaye de |essaye de |a failli )*)me tuer|mettre fin a mes jours|m'oter la vie|en finir avec (?:la vie|tout)",
    "(?:vois|trouve|a|y a|ai)(?: \\w+)? (?:plus|pas|aucune?) (?:l'interet|le sens|de sens|de raison de vivre|aucun sens|d'issue|sens a (?:la|ma) vie|raison de (?:vivre|continuer))|la vie n'a (?:plus|pas) de sens|fatiguee? de vivre|raison de vivre|(?:la vie|ca) (?:n'en )?vaut (?:plus|pas) la peine",
    "mieux sans moi|personne ne (?:le )?(?:remarquerait|s'en rendrait compte|me regretterait)|(?:pas|plus) de (?:lendemain|demain) pour moi|jamais (?:du naitre|ne\\b)|lettre d'adieu|m'endormir (?:pour toujours|et ne)|ne plus me reveiller|ne (?:jamais|plus) me reveiller",
    "(?:me|m'|recommence a me|recommence a) ?(?:scarifi|mutil|automutil)\\w*|automutil\\w*|me (?:coupe|couper|suis coupee?) (?:les bras|les veines|les poignets|encore|a nouveau|de nouveau)|m'ouvrir les veines|me (?:faire|fais) du mal|les veines",
    "(?:ai|j'ai|prepare|garde|pris|avale)[^.!?]{0,15} (?:deja |tous )?(?:les |assez de |tous les |trop de |plein de )(?:cachets|pilules|medicaments|comprimes|somniferes)(?=[ .!,]|$)|(?:pont|toit|balcon|rails|fenetre)[^!?]{0,60}(?:sauter|que ca s'arrete|lacher|jeter|en finir)",
  ],
  abuse: [
    "(?:m'a|m'ont|me|nous|m'avait) (?:\\w+ )?(?:violee?|frappait|frappee?|frappe|battait|bat|battue?|tapait|tabassee?|etranglee?|giflee?|agressee?|harcele|harcelee?|menace|menacait|touchee?|tripotee?|forcee?|obligee? a|enfermee?|maltraitait|maltraite)(?! (?:aux|par ta|au|a la course))|(?:j'ai ete|ai ete|suis|etais|ete) (?:\\w+ )?(?:violee?|abusee?|agressee?|battue?|maltraitee?|frappee?|harcelee?)(?! par ta)",
    "abuse[er]? (?:sexuellement )?de moi|abus (?:sexuels?)|agression sexuelle|violences? (?:conjugales?|domestiques?|sexuelles?)|(?:ne )?me laisse (?:pas|jamais|plus) (?:sortir|voir|travailler|parler|partir)|(?:fouille|controle|surveille) (?:mon|mes|ma) |(?:j'ai|ai) peur de (?:lui|elle|mon (?:mari|copain|ex|pere|beau-pere)|ma (?:femme|mere|copine))|m'a (?:jete|lance) (?:une|un) (?:assiette|verre|bouteille)|sans mon consentement",
  ],
  violence: [
    "(?:vais|va|allons|vont|veux|voudrais) (?:te|le|la|les|vous|nous|lui) (?:tuer|casser|peter|defoncer|frapper|planter|poignarder|buter|crever|demolir|retrouver|faire (?:du mal|la peau|payer))|te (?:casse|pete|defonce|tue|retrouverai|tuerai)(?! les oreilles)|(?:vais|veux|un jour je) (?:\\w+ )?(?:tuer|buter|poignarder|tirer sur) (?:mon|ma|mes|quelqu'un|tout|le|la)|casser la gueule",
    "sais (?:ou|dans quelle rue) tu (?:habites|vis|travailles|dors)|tu (?:vas|me le|le) (?:le regretter|paieras|regretteras|me le payer)|tu es mort[e]?(?! de)|t'es mort[e]?(?! de)|fais gaffe a toi|tu vas (?:payer|morfler|souffrir)",
    "(?:avec|a|sorti|tient|j'ai|prend) (?:un|une|le|la|son)? ?(?:couteau|pistolet|arme|fusil|hache|machette|flingue)[^.!?]{0,60}(?:tuer|porte|menace|poignard|va nous)|deja (?:le|un|une|l')? ?(?:pistolet|arme|couteau|flingue)|(?:dit|menace)[^.!?]{0,25}(?:de (?:me|nous|la|le) tuer|qu'il va (?:me|nous|la|le) tuer)",
  ],
  minor: [
    "(?:j'ai|j'aurai|je fete) (?:mes |enfin )(?:1[0-7]|treize|quatorze|quinze|seize|dix-sept) ans",
    "(?:j'ai|ai|en vrai|en realite|viens d'avoir|vais avoir)(?: en vrai| en realite| seulement| juste| que| encore)*(?: j'ai)? (?:1[0-7]|douze|treize|quatorze|quinze|seize|dix-sept) ans(?! (?:d'experience|de (?:moins|plus|metier|guitare|vie)|que|plus))",
    "(?:suis|rentre|passe|vais)(?: encore| toujours)? (?:en|au|a) (?:sixieme|cinquieme|quatrieme|troisieme|seconde|premiere|college|lycee|(?:6|5|4|3)e(?:me)?)(?= |,|\\.|!|$)(?! (?:position|place|classe du|vitesse|main|fois|mi))|je suis mineure?|(?:suis|encore) mineure?|(?:ma mere|maman|mon pere|mes parents)[^.!?]{0,25}(?:devoirs|au lit|me laisse(?:nt)? pas avoir|punie?)|menti sur (?:mon|l')age|pas encore (?:18|dix-huit) ans",
  ],
  sexual_pressure: [
    '(?:photo|photos|video|image|selfie|pic)[^.!?]{0,25}(?:nue?s?\\b|denudee?|sans vetements|en sous-vetements|en lingerie|sexy|coquine?s?|hot|de tes (?:seins|fesses)|de ton (?:corps|cul))|(?:envoie|montre|fais voir|envoyer)\\w*[^.!?]{0,20}(?:seins|fesses|cul|corps|nudes?|nichons|chatte|bite|poitrine|nue\\b)|nudes?\\b',
    "tu portes quoi|qu'est-?ce que tu portes|deshabille|enleve (?:tout|tes|ton|ca|ta)|t'es (?:chaude?|excitee?|mouillee?|vierge|nue)|tu es (?:excitee?|mouillee?|vierge|nue)|je (?:bande|suis (?:trop |tres )?(?:excite|chaud pour toi))|bonnet de (?:soutif|soutien)",
    "(?:si tu (?:tenais|m'aimais|m'aimes|etais|voulais)|prouve|tu me dois|fais pas ta|sois pas)[^.!?]{0,50}(?:couch|sexe|baise|photo|coincee?|lit\\b|montre|prude)\\w*|(?:veux|envie de|on va|viens)[^.!?]{0,12} (?:baiser|te baiser|coucher avec toi|faire l'amour|du sexe|te voir nue|te toucher|un plan cul)|baiser avec|coucher? avec moi|plan cul|suce|sexto",
  ],
  hate: [
    `(?:tous |toutes |les |ces |ce |sales |putain de )*${GROUP} (?:sont|ne (?:devraient|peuvent|meritent)|devraient|detruisent|nous|volent|envahissent|n'ont|ruinent|prennent|doivent|viennent|font|c'est)[^.!?]{0,50}(?:terrorist|criminel|dechet|parasit|animaux|degout|voleur|malad|inferieur|bete|stupide|idiot|detruis|ruin|envahi|adopter|se marier|voter|dehors|cuisine|conduire|mourir|expuls|chez eux|tout|rats|sales|faineant|rien a faire|travail|droit)\\w*`,
    `(?:hais|deteste|degoutent?|marre des|mort aux)(?: tous)?(?: les| ces)* ${GROUP}|${GROUP}[^.!?]{0,40}gens (?:degoutants|sales)|${GROUP} dehors|sales? (?:arabe|noir|juif|pede|gouine|negre|rom|musulman)s?\\b`,
    'hitler[^.!?]{0,30}(?:raison|bien|bonnes|compris)|heil hitler|(?:shoah|holocauste)[^.!?]{0,20}(?:mensonge|jamais)|grand remplacement|race superieure|bougnoules?|negres?\\b|retourne dans ton pays|rentrez chez vous|tafioles?',
  ],
  grief: [
    `(?:ma|mon|notre|mes)(?: \\w+)? ?${KIN}[^.!?]{0,25}(?:est (?:morte?|decedee?|partie? pour toujours)|nous a (?:quittes|quitte)|vient de mourir|a ete enterree?|s'est eteinte?|s'est suicidee?|est parti[e]? (?:hier|vendredi|cette nuit))`,
    `(?:perdu|enterre|enterrer|inhume|incinere|piquer|euthanasier|pleure|faire le deuil de|dit adieu a)(?: \\w+)? (?:ma|mon|notre|mes)(?: \\w+)? ?${KIN}`,
    'enterrement|funerailles|obseques|fausse couche|veuf|veuve\\b|en deuil|anniversaire de sa mort|perdu (?:le|notre|mon) bebe|mort[e]? (?:hier|vendredi|lundi|mardi|mercredi|jeudi|samedi|dimanche|cette nuit) (?:ma|mon)|faire piquer',
    `(?:mon|ma|notre) (?:grand-?(?:pere|mere)|papi|papy|mamie|pere|mere|papa|maman)(?: \\w+)? (?:est partie?|s'est endormie?)(?: (?:ce|cette|la|le))? ?(?:hier|avant-hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|nuit|matin|semaine derniere)(?: (?:matin|soir|dernier|passe|apres-midi))?(?= ?[.,!]|$)`,
  ],
  illness: [
    `diagnosti\\w+|(?:ai|a|ont|souffre d[e']|souffre d'un|atteinte? d[e'](?:une? )?|lutte contre)(?: \\w+){0,2} ?${ILL}(?=[ .,!?]|$)`,
    "(?:suis|est|emmenee?|transportee?|hospitalisee?|admise?)[^.!?]{0,12} (?:a l'hopital|aux urgences|en reanimation|en rea\\b|aux soins intensifs)|hospitalis\\w+|a l'hopital|chimio\\w*|radiotherapie|dialyse|metastase\\w*|biopsie|dans le coma|phase terminale|soins palliatifs|aux urgences",
    "(?:\\bavc\\b|infarctus|crise cardiaque|attaque cerebrale|embolie|convulsions|burn-?out severe)|(?:ont |a )?(?:vu|trouve|detecte) (?:quelque chose|une (?:boule|masse|tache)|un nodule) (?:au|a|sur|dans)|boule (?:au|dans le) sein|(?:vont|doit|dois) (?:m'|se faire |me faire |etre )?oper\\w*|gravement malade|maladie (?:grave|incurable|rare)|tres malade",
  ],
  goodbye: [
    "(?:pas (?:faits? l'un pour l'autre|compatibles?|sur la meme longueur)|(?:pas|aucune|sens pas) (?:d'alchimie|d'etincelle|l'etincelle|de connexion|de feeling)|ca ne (?:colle|marche|matche) pas entre)|(?:rencontre|vois|frequente) (?:quelqu'un|une autre personne)(?: d'autre)?(?=[ .,!]|$)|(?:souhaite|te souhaite) (?:le meilleur|bonne chance|tout le meilleur|bonne continuation)|bonne continuation|adieu|(?:veux|prefere|vais)(?: \\w+)? (?:plus|pas|arreter) (?:continuer|de (?:parler|discuter|t'ecrire)|t'ecrire|poursuivre)",
  ],
  boundary: [
    "mal a l'aise|(?:arrete|arretez|stop)(?=[ .,!]|$)(?! de rire)|laisse(?:-| )moi (?:tranquille|en paix)|(?:prefere|aime mieux|prefererais)(?: ne)? pas|^non[,.! ]+(?:merci|je|desolee?|pas|s'il)|(?:veux|souhaite|tiens)(?: vraiment)? pas(?: \\w+)? ?(?:en parler|parler de|partager|raconter|le dire|donner)|je (?:ne )?veux pas[.!,]?$|besoin (?:d'espace|de temps|de distance|d'air|de recul)|(?:trop|un peu) (?:vite|personnel|tot|intime)(?: pour moi)?|c'est (?:prive|personnel)|pas prete?|n'insiste pas",
    '^pas encore,? (?:s.il (?:te|vous) plait|stp)|(?:prefere|prefererais)(?: \\p{L}+){0,2} (?:qu.on )?continue[rs]?(?: a| de)? (?:s.ecrire|discuter|t.ecrire)',
  ],
  hurt: [
    "(?:m'a|m'as|me sens|je suis|ca me)(?: \\w+)? (?:blessee?|vexee?|fait (?:mal|de la peine)|ignoree?|insultee?|froissee?|rabaissee?|decue? de toi)(?! (?:au|a la|aux))|ne me parle pas (?:comme ca|sur ce ton)|(?:en colere|fachee?|enervee?) contre toi|(?:c'etait|tu es|t'es|tu as ete) (?:tres |vraiment |trop )?(?:mechant|blessant|cruel|irrespectueux|impoli|dur avec)|manque de respect",
  ],
};
