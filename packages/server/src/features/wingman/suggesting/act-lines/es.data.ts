import type { ActLines } from './act-lines.data.ts';

/** Spanish. */
export const SPANISH: ActLines = {
  offerYes: ['¡Me encantaría!', '¡Qué buen plan, me apunto!'],
  offerLater: ['Me encantaría, pero todavía no. ¿Buscamos un día que nos venga bien?'],
  planYes: ['¡Genial, qué ganas!', '¡Perfecto, pues quedamos así!'],
  planNo: ['No pasa nada, de verdad.', 'Gracias por avisar. ¿Buscamos otro día?'],
  counterYes: ['Claro, a mí también me viene bien.'],
  sympathy: ['Vaya, lo siento mucho.'],
  kindness: ['Me {has|ha} sacado una sonrisa.'],
  worry: [
    'Eso suena muy duro. Me alegro de que me lo {hayas|haya} contado.',
    'Gracias por la confianza. Si {te|le} apetece contarme más, {te|le} escucho.',
  ],
  apology: ['Gracias por decírmelo. No pasa nada.', '{Te|Le} lo agradezco, de verdad. Todo bien.'],
  needsTime: ['Gracias por disculpar{te|se}. Solo necesito un poco de tiempo.'],
  reassure: [
    'De verdad, no hay nada de qué preocuparse.',
    'No {te preocupes|se preocupe}, me gusta hablar {contigo|con usted}.',
  ],
  understands: ['{Te|Le} entiendo perfectamente.'],
  nerves:
    'nervi\\p{L}*|miedo|asust\\p{L}*|angusti\\p{L}*|pánico|estres\\p{L}*|temblando|tiembl\\p{L}*|cagad[oa]|ansiedad',
  understood: '(?:se|me|lo) entiend\\p{L}*|entiendes|bien|mal|correcto|error(?:es)?|mi español',
  ill: 'enferm[oa]s?|gripe|fiebre|covid|hospital|gastro\\p{L}*|migraña|resfriad[oa]|accidente|me robaron|urgencias|vomit\\p{L}*',
  noWorries: ['No {te preocupes|se preocupe}, no pasa nada.'],
  bad_day: ['Vaya, lo siento.', 'Uf, qué rabia.'],
  good_news: ['¡Qué bien, cuánto me alegro por {ti|usted}!', '¡Qué alegría! Me {has|ha} sacado una sonrisa.'],
  praise: ['Gracias, me {has|ha} sacado una sonrisa.', '¡Qué amable, muchas gracias!'],
  joke: ['Jaja, me {has|ha} hecho sonreír.'],
  thanks: ['¡De nada!', 'Me alegro mucho.'],
  language_help: [
    'Se entiende todo perfectamente, sin problema.',
    'Se lee muy bien. Si algo suena raro, {te|le} aviso.',
  ],
  photo_ask: ['Claro, un momento, que busco una.'],
  photoLater: ['Quizá un poco más adelante, si {te|le} parece bien.'],
  sends: '(?:(?:te|le|os|les) (?:mando|envío|paso|enseño|muestro)|mira,? te|aquí (?:te|le) va|ahí (?:te|le) va)',
  contact_ask: [
    'Prefiero seguir hablando por aquí un tiempo, si {te|le} parece bien.',
    'Con mucho gusto, pero un poco más adelante, cuando nos conozcamos mejor.',
  ],
  gets_into: ['¿Cómo {empezaste|empezó} con eso?', '¿Qué {te|le} llevó a empezar?'],
  enjoys: ['¿Qué es lo que más {te|le} gusta de eso?', 'Y para {ti|usted}, ¿qué es lo mejor de eso?'],
  lives: [
    '¿Qué es lo que más {te|le} gusta de vivir ahí?',
    '¿Qué le {enseñarías|enseñaría} a alguien que nunca ha estado ahí?',
  ],
  pet: ['¡Qué ternura! ¿Cuánto tiempo llevan conviviendo?', '¡Qué ternura! ¿Y cómo se encontraron?'],
  trip_ahead: ['¿Qué es lo que más ilusión {te|le} hace?'],
  ahead: [
    '¡Que {te|le} vaya genial, y luego me {cuentas|cuenta} qué tal!',
    '¡A disfrutar, y ya me {contarás|contará}!',
  ],
  was_there: ['¿Qué fue lo mejor?', '¿Con qué momento {te quedas|se queda}?'],
  media: ['¿{Lo recomiendas|Lo recomienda}?', '¿Y cómo {diste|dio} con eso?'],
  learns: ['¿Y qué tal va por ahora?', '¿Qué {te|le} animó a empezar?'],
  made: ['¡Qué maravilla! ¿Cuánto tiempo {te|le} llevó?', '¡Qué bien! ¿Dónde {aprendiste|aprendió} a hacerlo?'],
  night: ['¡Buenas noches, que {descanses|descanse}!', '¡Dulces sueños!'],
  nightWords:
    '(?:buenas?|bonita|feliz|linda) noches?|(?:a|ganas de) dormir|duerm\\p{L}*|sueñ\\p{L}*|cama|acost\\p{L}*|acuest\\p{L}*|descans\\p{L}*|sobre|mimir|almohada',
  leaving: ['¡Cuída{te|se}, hablamos pronto!', '¡Hasta luego, que vaya bien!'],
  leavingWords:
    'adi[oó]s|chao|chau|hasta (?:luego|mañana|pronto|ahora|después|la vista|el)|nos (?:vemos|leemos|hablamos)|hablamos|me (?:voy|tengo que ir|marcho|piro|largo|despido|retiro|desconecto)|me vas?|te (?:dejo|escribo luego)|la dejo|lo dejo|tengo que (?:irme|salir|dejarte|colgar)|luego (?:te|seguimos|hablamos)|que (?:tengas|pases|tenga|pase)|buen (?:día|finde)|cuídate|besos|salgo',
  luck: ['¡Cruzo los dedos por {ti|usted}!', '¡Mucha suerte, seguro que sale bien!'],
  luckWords:
    '(?:cruz[aáe]n?|crucen)(?:me)? los dedos|des[eé][ae](?:me|n|nme) suerte|dese[aá]me suerte|m[aá]nda(?:me)? (?:buena )?suerte|rez[aá] por mí',
  greeting: ['¡Hola! ¿Cómo {estás|está} hoy?', '¡Hola! Qué alegría leer{te|le}. ¿Qué tal?'],
  greetingAsked: [
    '¡Hola! Muy bien, gracias. ¿Y {tú|usted}?',
    '¡Hola! Todo bien por aquí, gracias por preguntar. ¿Y {tú|usted}?',
  ],
  howAreYou:
    'c[oó]mo (?:est[aá]s?|and[aá]s?|te va|le va|va todo|va|vas)|qu[eé] tal|todo bien|c[oó]mo (?:te encuentras|se encuentra)',
  choice: ['%option, sin duda. ¿Y {tú|usted}?', '%option, siempre. ¿Y {tú|usted}?'],
  or: ' [ou] ',
  beforeOptions:
    '¿?(?:(?:eres|prefieres|te gusta|te gustan|te va|te van|tomas|eliges)(?: m[aá]s)?(?: de)?|y t[uú]|(?:qu[eé]|cu[aá]l) (?:prefieres|es mejor|te gusta m[aá]s)|team|equipo|a ver|dime|pregunta (?:seria|r[aá]pida|importante|clave)|s[eé] sincer[oa]|la verdad|en serio)[:,]?',
  orNo: '(?:algo|así|qué|que|no|cualquier|más tarde)(?!\\p{L})|(?:tienes|tenés|tiene|estás|está|trabajas|trabaja|ya|prefieres no|es muy|muy)(?!\\p{L})',
  tellMe:
    'dime|decime|dígame|avísame|avisame|avisa|me (?:dices|avisas|decís)|tú (?:eliges|decides)|vos (?:elegís|decidís)|como (?:prefieras|quieras|gustes)|elige',
  offence:
    'borde|antipátic[oa]|grosero|grosera|injust[oa]|cruel|tonto|tonta|te (?:grité|hablé mal|mentí|contesté mal|dejé plantad[oa])|(?:lo que|como|cómo) (?:te )?dije|por lo de (?:ayer|anoche|el otro)|por (?:ayer|anoche)|me pasé|exageré|mi (?:tono|culpa)|celos\\p{L}*|mal humor|estuve (?:mal|fatal)|te hice daño|herir\\p{L}*|ofend\\p{L}*|desagradable',
  thanksWords: 'gracias|agradec\\p{L}*|agradezco|grax|thx',
  ofYou: '(?:de|con) (?:ti|vos|usted)|tuyas?|suyas?|selfies?|tu (?:cara|sonrisa|cuerpo)|cómo eres|verte',
  ofThing: '(?:fotos?|fotito|fotillo|imagen) (?:del|de (?:la|los|las|tu|tus|el|ese|esa|eso|su|un|una))',
  laughs: 'r[ií]e\\p{L}*|ríe\\p{L}*|reí\\p{L}*|risas?|gracios\\p{L}*|chistes?|broma\\p{L}*|carcajad\\p{L}*',
  thankedFor:
    'gracias(?: \\p{L}+){0,3} por|agrade\\p{L}+(?: \\p{L}+){0,4} (?:por|la|el|los|las|que|tu|su)|ayer|anoche|hoy|tarde',
  acquainted:
    'otra vez|de nuevo|la última vez|ayer|anoche|como siempre|(?:nuestra|primera|segunda) cita|volver a vernos|al final',
  condolence:
    'lo (?:siento|lamento)|siento (?:mucho|muchísimo|que|lo)|pésame|condolencias|suena (?:muy )?duro|qué duro',
  untilDay:
    'hasta (?:mañana|pasado|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|la noche)|(?:nos vemos|hablamos|te veo|te escribo|seguimos|te cuento) (?:mañana|pasado|esta noche|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo))|mañana (?:hablamos|nos vemos|te (?:escribo|cuento|llamo)|seguimos)',
  soon: 'hablamos pronto|hasta luego',
  wishes:
    'descans\\p{L}*|(?:duerm|dorm)\\p{L}* (?:muy )?(?:bien|rico)|dulces sueños|felices sueños|sueñ\\p{L}* (?:bonito|con|bien|lindo)|bonitos sueños|buenas noches|bonita noche|feliz noche',
  asksBack:
    'y (?:t[uú]|vos|usted|ti)(?=\\s*(?:[?!.…,]|$))|te toca|(?:es )?tu turno|cu[eé]ntame|contame|cu[eé]nteme|(?:tengo|tenía) que preguntar\\p{L}*',
  openQuestion:
    'qu[eé]|cu[aá]l(?:es)?|qui[eé]n(?:es)?|d[oó]nde|ad[oó]nde|cu[aá]ndo|por ?qu[eé]|c[oó]mo|cu[aá]nt[oa]s?|o|u',
};
