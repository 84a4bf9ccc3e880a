import type { Phrases } from './phrase-book.data.ts';

/** Spanish. */
export const SPANISH: Phrases = {
  topics: {
    cooking: {
      words:
        'cocino|(?:acabo de|he) (?:hacer|preparar|hecho|preparado) (?:\\p{L}+ )?(?:ramen|curry|lasaña|paella|guiso)|(?:me gusta|me encanta|aprend\\p{L}+ a|suelo|a) cocinar|cociné|cocinando|cocinamos|mi receta|una receta nueva',
      ask: [
        ['start', '¿Quién {te|le} enseñó a cocinar?'],
        ['best', '¿Cuál es {tu|su} plato estrella?'],
      ],
    },
    meal: {
      words:
        '(?:cocin(?:ó|aron)|ha(?:n)? cocinado|prepar(?:ó|aron)) (?:\\p{L}+ )?para (?:todos|nosotros|mí)|nos (?:cocin|prepar)(?:ó|aron)',
      ask: [['which', '¿Y qué había de comer?']],
    },
    baking: {
      words: 'hornead[oa]|hornear|horneo|masa madre|(?:hice|hecho|hago) (?:un |una )?(?:pan|bizcocho|tarta)',
      ask: [
        ['best', '¿Qué es lo que más {te|le} gusta hornear?'],
        ['feel', '¿{Sigues|Sigue} la receta o {vas|va} a ojo?'],
      ],
    },
    concert: {
      words: '(?<!(?:nuestro|mi) )concierto(?! (?:el|mañana))',
      ask: [['which', '¿De quién era el concierto?']],
    },
    instrument: {
      words:
        '(?:toco|tocar|tocando|aprend\\p{L}+|practic\\p{L}+|empecé con)(?: \\p{L}+){0,4} (?:guitarra|piano|violonchelo|chelo|violín|viola|batería|flauta|saxofón|trompeta|ukelele|acordeón)',
      ask: [
        ['start', '¿Por qué {elegiste|eligió} ese instrumento?'],
        ['next', '¿Qué {estás|está} tocando ahora?'],
      ],
    },
    singing: {
      words: 'coro|(?:canto|cantamos) en',
      ask: [
        ['which', '¿Qué {estás|está} cantando ahora?'],
        ['start', '¿Cómo {empezaste|empezó} a cantar?'],
      ],
    },
    stage: {
      words:
        '(?:fui|fuimos|estuve|estuvimos|ayer|anoche)[^.!?]{0,30} (?:teatro|ópera|ballet|musical|museo|exposición|galería)|(?:teatro|ópera|ballet|museo|exposición)[^.!?]{0,20}(?:ayer|anoche)',
      ask: [
        ['which', '¿Qué {viste|vio}?'],
        ['best', '¿Qué fue lo que más {te|le} gustó?'],
      ],
    },
    film: {
      words: '(?:la|una|el|un|esa|esta|ese|este) (?:\\p{L}+ )?(?:película|peli|serie|documental)',
      ask: [
        ['which', '¿Cómo se llama?'],
        ['about', '¿De qué va?'],
      ],
    },
    book: {
      words: '(?:la|una|el|un|esa|esta|ese|este|mi) (?:\\p{L}+ )?(?:novela|libro)',
      ask: [
        ['which', '¿Cómo se llama?'],
        ['about', '¿De qué va?'],
      ],
    },
    dog: {
      words: '(?:mi|nuestr[oa]) (?:\\p{L}+ )?(?:perr[oa]|cachorr[oa])',
      ask: [
        ['best', '¿Qué es lo más gracioso que hace?'],
        ['start', '¿Cómo llegó a {tu|su} vida?'],
      ],
    },
    cat: { words: '(?:mi|nuestr[oa]|dos|tres) (?:\\p{L}+ )?gat[oa]s?', ask: [['best', '¿Y quién manda en casa?']] },
    hiking: {
      words: 'senderismo|caminatas?|excursión|(?:en|a|por) la montaña|cumbre',
      ask: [
        ['best', '¿Cuál es {tu|su} ruta favorita?'],
        ['with', '¿{Prefieres|Prefiere} ir por {tu|su} cuenta o en compañía?'],
      ],
    },
    garden: {
      words:
        'la albahaca|las plantas|mi (?:\\p{L}+ )?(?:jardín|huerto|albahaca|balcón|planta)|mis (?:tomates|plantas)|jardiner[oa]',
      ask: [['next', '¿Qué {te|le} gustaría plantar ahora?']],
    },
    water: {
      words: 'nad(?:o|ar|é|amos|ando)|surf|bucear|buceo|en el lago|en el mar',
      ask: [
        ['feel', '¿También {te metes|se mete} cuando el agua está fría?'],
        ['best', '¿{Prefieres|Prefiere} lago o mar?'],
      ],
    },
    bike: { words: 'en (?:bici|bicicleta)|pedale\\p{L}+', ask: [['best', '¿Cuál es {tu|su} ruta favorita?']] },
    running: {
      words: '(?:salir|salgo|salí|voy|gusta|encanta|empecé|empezado) a correr|(?:gusta|encanta) correr|maratón|running',
      ask: [
        ['start', '¿Qué {te|le} enganchó a correr?'],
        ['feel', '¿Con música o sin música?'],
      ],
    },
    climbing: {
      words: 'escalar|escalo|escalada|rocódromo',
      ask: [
        ['start', '¿Qué {te|le} enganchó a la escalada?'],
        ['feel', '¿No {te|le} da miedo a veces?'],
      ],
    },
    dancing: {
      words: 'bail(?:o|ar|amos|é|ando)|bachata|tango',
      ask: [
        ['start', '¿Cómo {empezaste|empezó} a bailar?'],
        ['feel', '¿{Cuentas|Cuenta} los pasos o {te dejas|se deja} llevar?'],
      ],
    },
    teaching: {
      words: 'doy clases?|soy profesora?|soy maestr[oa]|mis alumn[oa]s',
      ask: [
        [
          'which',
          '¿De qué {das|da} clase?',
          'matemáticas|mates|física|química|biología|inglés|alemán|francés|lengua|historia|música|arte|gimnasia|educación física|primaria|infantil|geografía|yoga|piano|guitarra',
        ],
        ['best', '¿Qué es lo más gracioso que {te|le} han dicho en clase?'],
      ],
    },
    nursing: {
      words: 'enfermer[oa]|matrona|paramédic[oa]|en planta|turno de noche',
      ask: [
        ['best', '¿Qué es lo que más {te|le} gusta de ese trabajo?'],
        ['feel', '¿Cómo {desconectas|desconecta} después de un turno duro?'],
      ],
    },
    work: {
      words: 'mi (?:trabajo|empleo)|trabajo (?:de|como|en una?) (?!enfermer|matron|param|profes|maestr)',
      ask: [
        ['best', '¿Qué es lo que más {te|le} gusta de {tu|su} trabajo?'],
        ['start', '¿Cómo {empezaste|empezó} en eso?'],
      ],
    },
    volunteering: {
      words: 'voluntariado|(?:soy|como|de) voluntari[oa]',
      ask: [
        ['start', '¿Y cómo {empezaste|empezó}?'],
        ['best', '¿Qué {te|le} aporta?'],
      ],
    },
    studying: {
      words: '(?:mi|la|el|mis|los) (?:tesis|examen|exámenes|máster|oposición)|mi carrera',
      ask: [['next', '¿Y qué viene después?']],
    },
    language: {
      words:
        '(?:aprendo|aprendiendo|estudio|estudiando) (?:alemán|francés|inglés|japonés|italiano|portugués|coreano|chino|árabe|lengua de signos)',
      ask: [
        ['start', '¿Por qué {elegiste|eligió} ese idioma?'],
        ['best', '¿{Tienes|Tiene} ya una palabra favorita?'],
      ],
    },
    chess: {
      words: 'ajedrez',
      ask: [
        ['start', '¿Cómo {empezaste|empezó} con el ajedrez?'],
        ['feel', '¿{Calculas|Calcula} muchas jugadas o {juegas|juega} por instinto?'],
      ],
    },
    games: {
      words: 'juegos? de mesa|noche de juegos|juegos? de cartas',
      ask: [
        ['best', '¿Cuál es {tu|su} juego favorito?'],
        ['feel', '¿{Sabes|Sabe} perder?'],
      ],
    },
    moving: {
      words: 'se muda|me mudo|nos mudamos|mudanza|las cajas|empaquetar',
      ask: [
        ['next', '¿Cómo van las cajas?'],
        ['feel', '¿Hay más ilusión, o cuesta despedirse?'],
      ],
    },
    party: {
      words:
        'fiesta de cumpleaños|(?:hicimos|dimos) una fiesta|celebramos|fue la boda|(?:fuimos|éramos) (?:\\p{L}+nta|\\d\\d)',
      ask: [
        ['best', '¿Cuál fue el mejor momento?'],
        ['with', '¿Quién lo organizó todo?'],
      ],
    },
    back: {
      words:
        '(?:acabo de |hemos |he )(?:volver|vuelto) de (?!casa|trabajar|clase|correr|comprar|la |mi )|fui a (?:italia|lisboa|oporto|parís|roma|japón)|de vuelta de (?!casa|la )',
      ask: [
        ['best', '¿Cuál fue el mejor momento del viaje?'],
        ['next', '¿{Volverías|Volvería}?'],
      ],
    },
    leaving: {
      words: '(?:vuelo|viajo|me voy de viaje) (?:mañana |pronto )?a (?!casa)',
      ask: [
        ['next', '¿Qué es lo que más {te|le} apetece hacer allí?'],
        ['with', '¿{Viajas|Viaja} con plan o a la aventura?'],
      ],
    },
    unwell: {
      words:
        'resfriad[oa]|resfriado|catarro|gripe|dolor de (?:garganta|cabeza|muelas|espalda)|me duele|migraña|jet lag',
      ask: [
        ['feel', 'Vaya, espero que mañana {te encuentres|se encuentre} mejor.'],
        ['best', '¡Vaya! ¿Hay algo que {te|le} alivie un poco?'],
      ],
    },
    popcorn: { words: 'palomitas', ask: [['best', 'Pregunta importante: ¿dulces o saladas?']] },
    zodiac: {
      words:
        'horóscopo|signo del zodiaco|zodiaco|(?:soy|es|claramente|muy) (?:aries|tauro|géminis|cáncer|leo|virgo|libra|escorpio|sagitario|capricornio|acuario|piscis)',
      ask: [
        ['best', '¿En qué se nota?'],
        ['feel', '¿{Crees|Cree} en los signos o es solo por diversión?'],
      ],
    },
    sleep: { words: 'dormí|he dormido', ask: [['best', '¿{Eres|Es} de madrugar o de trasnochar?']] },
    craft: {
      words: '(?:hago|hacer) punto|tej(?:o|er|iendo)|ganchillo|coser|cerámica|pinto|dibujo(?! animado)',
      ask: [
        ['next', '¿En qué {estás|está} trabajando ahora?'],
        ['start', '¿Dónde {lo aprendiste|lo aprendió}?'],
      ],
    },
    photography: {
      words: 'fotografía|mi cámara|cuarto oscuro',
      ask: [
        ['best', '¿Qué {te|le} gusta más fotografiar?'],
        ['start', '¿Cómo {empezaste|empezó} con la fotografía?'],
      ],
    },
    monday: {
      words: '(?:odio|detesto|no soporto) (?:\\p{L}+ )?lunes',
      ask: [
        ['feel', '¿Qué es lo peor de los lunes?'],
        ['best', '¿Y qué día {te|le} gusta más?'],
      ],
    },
    achievement: {
      words:
        '(?:he|por fin he|acabo de) (?:aprobado|aprobar|sacado|sacar)(?: \\p{L}+){0,3} (?:examen|exámenes|carnet|carné|oposición|oposiciones)|(?:he|acabo de) (?:entregado|entregar|defendido|defender) (?:la|mi|el) (?:tesis|tfg|tfm|trabajo final)|me han dado (?:el|un) (?:trabajo|puesto|ascenso)|(?:he|acabo de) (?:terminado|terminar|acabado|acabar|correr|corrido) mi primer[ao]? (?:\\p{L}+ )?(?:maratón|carrera)',
      ask: [
        ['next', '¡Enhorabuena! ¿Cómo lo {vas|va} a celebrar?', 'celebr\\p{L}*'],
        ['feel', '¡Qué bien! ¿Ya {te lo crees|se lo cree}?'],
      ],
    },
    new_pet: {
      words:
        '(?:adoptar|adoptado|adopté|adoptamos) (?:\\p{L}+ )?(?:un |una |dos )?(?:perr[oa]s?|cachorr[oa]|gat[oa]s?|gatit[oa])',
      ask: [
        ['start', '¿Por qué {elegiste|eligió} justo ese?'],
        ['feel', '¿Qué tal los primeros días juntos?'],
      ],
    },
    renovating: {
      words:
        '(?:pinto|pintar|pintando|pintamos|reformo|reformar|reformando) (?:la|el|mi|las) (?:cocina|casa|piso|salón|habitación|cuarto|baño|pared|paredes|pasillo)',
      ask: [
        ['next', '¿Cómo va a quedar cuando esté listo?'],
        ['with', '¿{Te|Le} gusta hacerlo, o solo {quieres|quiere} que acabe?'],
      ],
    },
    delay: {
      words:
        '(?:mi|el|nuestro) (?:vuelo|tren|autobús|bus|avión)(?: \\p{L}+){0,3} (?:retrasado|retraso|cancelado|parado)|(?:atrapad[oa]|tirad[oa]|parad[oa]|atascad[oa])s? en (?:el|la|un) (?:aeropuerto|estación|tren|andén|atasco)',
      ask: [['feel', '¡Vaya, qué rabia! ¿Qué {haces|hace} para que se pase el tiempo?']],
    },
    heat: {
      words:
        '(?:3\\d|4[0-5]) ?(?:grados|°c?)|me estoy derritiendo|aire acondicionado (?:\\p{L}+ ){0,2}(?:roto|estropeado)',
      ask: [['feel', '¡Uf! ¿Qué {haces|hace} para refrescar{te|se}?']],
    },
    mishap: {
      words:
        '(?:se me ha|se me|he|me ha) (?:quemado|quemó|salido mal|estropeado)(?: \\p{L}+){0,3} (?:bizcocho|pan|tarta|cena|comida|arroz|pizza|galletas)|(?:bizcocho|pan|tarta|cena|arroz|pizza|galletas)(?: \\p{L}+){0,2} (?:quemad[oa]s?|salido fatal)',
      ask: [
        ['next', '¡Ay! ¿Lo {vas|va} a intentar otra vez?', 'otra vez|nunca más'],
        ['feel', '¿Qué {crees|cree} que falló?'],
      ],
    },
  },
  given: {
    which: '[“„«「『].+|se llama|llamad[oa]',
    about: 'sobre|trata|va de',
    start: 'desde|empecé|empezó|cuando era|hace \\p{L}+ años|me enseñó|crecí',
    best: 'favorit[oa]|lo mejor|lo que más|preferid[oa]',
    next: 'próxim[oa]|quiero probar|pienso|voy a',
    with: 'con (?:mis?|amigos|una?)|sol[oa]|junt[oa]s',
    feel: 'porque|me encanta cómo|me hace|la sensación',
  },
  yours: 'mándame|me mandas|enséñame|tus?|eres|pareces',
  agree: ['Sí, %when me viene muy bien. ¡Qué ganas!'],
  otherDay: ['Me encantaría, pero %when no puedo. ¿Buscamos otro día?'],
  decline: ['¡Gracias por la invitación! Me gustaría que habláramos un poco más antes de vernos.'],
  confirm: ['¡Genial, entonces %when! Tengo muchas ganas.'],
  declined: ['No pasa nada. {Dime|Dígame} cuándo {te|le} viene mejor.'],
  amused: {
    words: 'risa|r[ií]o|reír\\p{L}*|reído|gracios[oa]s?|me parto',
    lines: ['¡Me alegro! ¿Qué es lo que más {te|le} hizo reír?'],
  },
  grief: [
    'Lo siento muchísimo. Si {te|le} apetece hablar, aquí estoy.',
    'Lo siento mucho. No hace falta que {respondas|responda}, aquí estoy.',
  ],
  griefFor: [
    'Siento muchísimo lo de %who. Si {te|le} apetece hablar, aquí estoy.',
    'Lo siento mucho. No hace falta que {respondas|responda}, aquí estoy.',
  ],
  griefDay: {
    words: 'cumpleaños|aniversario|cumpliría|habría cumplido',
    lines: [
      'No debe de ser un día fácil. Si {te|le} apetece hablarme de %who, {te|le} escucho.',
      'No debe de ser un día fácil. Si {te|le} apetece hablar, aquí estoy.',
    ],
  },
  illness: [
    'Siento que {estés|esté} pasando por esto. Si {te|le} apetece hablar, aquí estoy.',
    'Lo siento mucho. {Contéstame|Contésteme} cuando {puedas|pueda}, aquí estoy.',
  ],
  illnessFor: [
    'Siento mucho lo de %who. Si {te|le} apetece hablar, aquí estoy.',
    'Mucha fuerza para {ti|usted} y para %who. {Contéstame|Contésteme} cuando {puedas|pueda}.',
  ],
  kin: {
    pattern:
      'mis? (?:mejor amig[oa]|abuel[oa]s?|madre|mamá|padre|papá|padres|herman[oa]|hij[oa]|marido|mujer|pareja|tí[oa]|prim[oa]|amig[oa]|perr[oa]|gat[oa])(?!\\p{L})',
    nouns:
      '(?:madre|padre|mamá|papá|herman[oa]s?|hij[oa]s?|niet[oa]s?|abuel[oa]s?|marido|esposo|esposa|mujer|pareja|tí[oa]s?|prim[oa]s?|sobrin[oa]s?|cuñad[oa]|suegr[oa]|yerno|nuera|novi[oa]|amig[oa]|vecin[oa]|compañer[oa]|bebé|niñ[oa]s?)(?!\\p{L})',
    yours: [[/^mi(?=s? )/i, '{tu|su}']],
  },
  refuse: ['No quiero eso. Por favor, no {insistas|insista}.', 'No. Por favor, {respétalo|respételo}.'],
  refuseAgain: ['Mi respuesta sigue siendo que no.'],
  disagree: ['No estoy nada de acuerdo, y no quiero hablar así de la gente.'],
  respect: ['Claro, lo respeto.', 'De acuerdo, y {perdona|perdone} si he insistido.'],
  farewell: [
    'Gracias por {tu|su} sinceridad. {Te|Le} deseo lo mejor.',
    'Lo entiendo. Me ha gustado hablar {contigo|con usted}. {Cuídate|Cuídese} mucho.',
  ],
  sorry: [
    '{Tienes|Tiene} razón, lo siento. No quería hacer{te|le} daño.',
    'Perdón, no estuvo bien. Gracias por decírmelo.',
  ],
};
