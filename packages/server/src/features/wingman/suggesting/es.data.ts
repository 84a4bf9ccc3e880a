import type { Phrases } from './phrase-book.data.ts';

/** Spanish. */
export const SPANISH: Phrases = {
  topics: {
    cooking: {
      words: 'cocin(?:a|o|as|ar|ado|é)|horne(?:o|ar|ado)|recetas?|ramen|masa madre|paella|curry',
      ask: [
        ['best', '¿Qué plato {podrías|podría} hacer con los ojos cerrados?'],
        ['start', '¿Quién {te|le} enseñó a cocinar?'],
        ['next', '¿Qué {te|le} gustaría probar a hacer ahora?'],
      ],
    },
    music: {
      words:
        'música|canci(?:ón|ones)|conciertos?|guitarra|piano|violonchelo|violín|batería|cant(?:o|ar|as)|coro|banda|vinilos?|disco|orquesta|jazz|festival',
      ask: [
        ['best', '¿Qué canción no {te saltas|se salta} nunca?'],
        ['start', '¿Cómo llegó la música a ser tan importante para {ti|usted}?'],
        ['with', '¿{Tocas o cantas|Toca o canta} con más gente?'],
      ],
    },
    nature: {
      words:
        'senderismo|montañas?|jardín|bosque|río|lago|playa|mar|acampar|plantas?|tomates|albahaca|pájaros|estrellas|pase(?:o|ar)|naturaleza',
      ask: [
        ['best', '¿En qué lugar al aire libre {te sientes|se siente} más en casa?'],
        ['feel', '¿En qué {te fijas|se fija} primero cuando {estás|está} ahí fuera?'],
        ['with', '¿{Prefieres|Prefiere} ir a solas o con compañía?'],
      ],
    },
    animals: {
      words: 'perr[oa]s?|gat[oa]s?|cachorro|mascotas?|caballos?|conejos?|loro|gallinas',
      ask: [
        ['best', '¿Qué es lo más divertido que hace {tu|su} animal?'],
        ['start', '¿Cómo os encontrasteis?'],
        ['feel', '¿Qué da un animal que las personas no dan?'],
      ],
    },
    reading: {
      words: 'libros?|novelas?|le(?:o|er|es|yendo)|biblioteca|poemas?|poesía|librería|capítulo',
      ask: [
        ['best', '¿Qué libro {has|ha} leído más de una vez?'],
        ['start', '¿Con qué libro empezó todo?'],
        ['next', '¿Qué libro está esperando en {tu|su} mesilla?'],
      ],
    },
    film: {
      words: 'películas?|cine|series?|episodios?|documental(?:es)?|director[a]?',
      ask: [
        ['best', '¿Qué película {volverías|volvería} a ver esta noche?'],
        ['feel', '¿Qué escena se {te|le} ha quedado durante años?'],
        ['with', 'Después de una película, ¿{prefieres|prefiere} hablar enseguida o quedarse en silencio?'],
      ],
    },
    travel: {
      words: 'viaj(?:e|es|o|ar|ado|ando)|vuelo|vacaciones|oporto|lisboa|japón|italia|parís|extranjero|mochila|isla',
      ask: [
        ['best', '¿A qué sitio {volverías|volvería} mañana mismo?'],
        ['next', '¿Dónde {te|le} gustaría despertar la próxima primavera?'],
        ['feel', '¿Qué {buscas|busca} siempre en un lugar nuevo?'],
      ],
    },
    sport: {
      words:
        'corr(?:o|er|iendo)|maratón|gimnasio|escal(?:o|ar|ada)|nad(?:o|ar)|bici|bicicleta|yoga|fútbol|tenis|partido|bail(?:o|ar)|surf|esquí|kilómetros',
      ask: [
        ['feel', '¿En qué {piensas|piensa} mientras tanto?'],
        ['start', '¿Cómo {empezaste|empezó}?'],
        ['next', '¿Qué {te|le} gustaría conseguir este año?'],
      ],
    },
    art: {
      words:
        'arte|pint(?:o|ar|ura)|dibuj(?:o|ar)|museo|galería|teatro|fotos?|fotografía|exposición|cerámica|cos(?:o|er)|tejer',
      ask: [
        ['best', '¿Qué es lo último que {viste|vio} sin poder apartar la mirada?'],
        ['next', '¿Qué {te|le} gustaría ver o crear ahora?'],
        ['start', '¿Cuándo {notaste|notó} que eso {te|le} hacía feliz?'],
      ],
    },
    work: {
      words: 'trabaj(?:o|ar|as|ando)|oficina|jef[ea]|compañer[oa]s|proyecto|enfermer[oa]|clases?|clientes|turno|oficio',
      ask: [
        ['feel', '¿Qué parte de {tu|su} trabajo {harías|haría} aunque no {te|le} pagaran?'],
        ['start', '¿Cómo {llegaste|llegó} a ese trabajo?'],
        ['best', '¿Cuál fue el último momento bonito en el trabajo?'],
      ],
    },
    learning: {
      words:
        'aprend(?:o|er|iendo)|estudi(?:o|ar|ando|os)|curso|tesis|examen|universidad|idioma|inglés|francés|alemán|japonés',
      ask: [
        ['feel', '¿Qué {te|le} sorprendió más al aprenderlo?'],
        ['start', '¿Qué {te|le} animó a empezar?'],
        ['next', '¿Qué {te|le} gustaría poder hacer con eso algún día?'],
      ],
    },
    family: {
      words: 'mamá|papá|madre|padre|padres|herman[oa]s?|abuel[oa]s?|familia|hij[oa]s?|sobrin[oa]s?|prim[oa]s?',
      ask: [
        ['feel', '¿Qué {has|ha} heredado de {tu|su} familia que {te|le} alegra?'],
        ['with', '¿Qué {os|les} gusta hacer en familia?'],
        ['best', '¿Qué historia familiar se cuenta una y otra vez?'],
      ],
    },
    games: {
      words: 'jueg(?:o|os|as)|ajedrez|puzles?|cartas|consola|videojuegos?|juegos de mesa',
      ask: [
        ['best', '¿A qué juego {ganas|gana} demasiado?'],
        ['with', '¿Quién es el peor perdedor?'],
        ['start', '¿Quién {te|le} enseñó a jugar?'],
      ],
    },
    home: {
      words: 'mudanza|mud(?:a|o|ar|amos)|(?:mi|nuestro|nuevo) piso|balcón|muebles|reform\\w*',
      ask: [
        ['best', '¿Cuál es {tu|su} rincón favorito de casa?'],
        ['feel', '¿Qué hace que un lugar sea un hogar para {ti|usted}?'],
        ['next', '¿Qué {cambiarías|cambiaría} primero en {tu|su} casa?'],
      ],
    },
  },
  given: {
    start: 'desde|empecé|empezó|cuando era|hace \\p{L}+ años|me enseñó|crecí',
    best: 'favorit[oa]|lo mejor|lo que más|preferid[oa]',
    next: 'próxim[oa]|quiero probar|pienso|voy a',
    with: 'con (?:mis?|amigos|una?)|sol[oa]|junt[oa]s',
    feel: 'porque|me encanta cómo|me hace|la sensación',
  },
  yours: 'mándame|me mandas|enséñame|tus?|eres|pareces',
  yesNo:
    '(?:^|[.,!] ?|¿)(?:y |pero )?(?:¿)?(?:tú |usted )?(?:te gusta[n]?|tienes|eres|has|cocinas|juegas|lees|corres|bailas|cantas|viajas|conoces|vives|trabajas|sabes|puedes|le gusta[n]?|tiene|cocina)[^?]{0,60}\\?',
  yes: ['¡Sí! %ask', 'Sí, bastante. %ask'],
  no: ['La verdad es que no mucho. %ask', 'De momento no. %ask'],
  agree: ['Sí, %when me viene muy bien. ¡Qué ganas!', '¡Me encantaría! Entonces %when.'],
  otherDay: ['Me encantaría, pero %when no puedo. ¿Buscamos otro día?'],
  decline: ['Gracias por preguntar. Me gustaría escribirnos un poco más antes.'],
  confirm: ['¡Genial, entonces %when! Tengo muchas ganas.'],
  declined: ['No pasa nada. Ya {me dirás|me dirá} cuándo viene mejor.'],
  comfort: [
    'Gracias por contármelo. ¿Cómo {te sientes|se siente} hoy con eso?',
    'Suena duro. Me alegro de que me lo {hayas|haya} contado.',
    'Aquí estoy, también si ahora no {te|le} apetece decir más.',
  ],
  good: ['¡Cuánto me alegro por {ti|usted}!', '¡Qué bonito, me alegro mucho!'],
  grief: [
    'Lo siento muchísimo. No hace falta que {respondas|responda} rápido.',
    '{Te|Le} acompaño en el sentimiento. Si {te|le} apetece contarme algo, {te|le} escucho.',
  ],
  griefFor: [
    'Siento muchísimo lo de %who. No hace falta que {respondas|responda} rápido.',
    'Siento mucho lo de %who. Si {te|le} apetece contarme algo, {te|le} escucho.',
  ],
  illness: [
    'Siento que {tengas|tenga} que pasar por esto. ¿Cómo {estás|está} hoy?',
    'Es mucho de golpe. Aquí estoy, sin ninguna prisa.',
  ],
  illnessFor: [
    'Siento mucho lo de %who. ¿Cómo lo {llevas|lleva}?',
    'Ojalá %who mejore pronto. Aquí estoy, sin ninguna prisa.',
  ],
  kin: {
    pattern:
      'mis? (?:mejor amig[oa]|abuel[oa]s?|madre|mamá|padre|papá|padres|herman[oa]|hij[oa]|marido|mujer|pareja|tí[oa]|prim[oa]|amig[oa]|perr[oa]|gat[oa])(?!\\p{L})',
    yours: [[/^mi(?=s? )/i, '{tu|su}']],
  },
  refuse: ['No quiero eso. Por favor, no {insistas|insista}.', 'No. Prefiero que hablemos de otra cosa.'],
  disagree: ['Yo lo veo de otra manera, y no quiero hablar así de la gente.'],
  respect: ['Claro. Gracias por decírmelo.', 'Por supuesto, lo dejamos ahí.'],
  farewell: [
    'Gracias por decírmelo con sinceridad. {Te|Le} deseo lo mejor.',
    'Lo entiendo. Gracias por la conversación, {cuídate|cuídese}.',
  ],
  sorry: [
    '{Tienes|Tiene} razón, lo siento. No quería hacer{te|le} daño.',
    'Perdón, no estuvo bien. Gracias por decírmelo.',
  ],
  hello: ['¡Hola! %ask'],
};
