import type { MomentPatterns } from './hard-moment.data.ts';

const KIN =
  '(?:abuel[oa]s?|madre|mama|padre|papa|padres|herman[oa]|hij[oa]|bebe|marido|esposo|esposa|mujer|novi[oa]|pareja|ti[oa]|prim[oa]|sobrin[oa]|(?:mejor )?amig[oa]|perr[oa]|gat[oa]|caballo|yaya|yayo)';
const ILL =
  '(?:cancer|tumor|leucemia|esclerosis multiple|parkinson|alzheimer|demencia|ela|vih|sida|epilepsia|diabetes|depresion|bipolar|trastorno bipolar|lupus|endometriosis|fibromialgia|hepatitis)';
const GROUP =
  '(?:inmigrantes|migrantes|refugiados|extranjeros|musulmanes|moros|judios|negros|gitanos|latinos|sudacas|arabes|chinos|gays|gais|homosexuales|lesbianas|maricones|trans|transexuales|mujeres|hombres|discapacitados|rumanos)';

/** A stretch in which nobody speaks of the writer, the reader or a third person: what is in it is of a story or of work. */
const OTHERS =
  '(?:(?!(?<!\\w)(?:yo|me|mi|mis|conmigo|te|tu|tus|ti|nos|ex|quiero|quisiera|pienso|pensar|pensando|siento|puedo|estoy|tengo|voy|vivo|\\w+(?:r|ndo)(?:me|te|nos))(?!\\w))[^.!?])';
const SELF = '(?<!\\w)(?:me|mi|conmigo|te|ti|tu)(?!\\w)';

/** Spanish. Without accents, except that n stays for ñ. */
export const SPANISH: MomentPatterns = {
  innocent: [
    '(?<!(?:quiero|quisiera|querria|deseo|prefiero|preferiria|gustaria|ganas de|intente|voy a) (?:me )?)(?:muero|morimos|muriendo|morir|morirme|muerto|muerta|muertos) de (?:la )?(?:risa|hambre|sed|calor|frio|sueno|aburrimiento|verguenza|ganas(?! de mori)|amor|envidia|curiosidad)',
    '(?:mataria|matarias|daria la vida|moriria) (?:a alguien )?por (?:un|una|unos|unas|ese|esa|ti|ese|comer|dormir)(?!\\w)|me muero por (?!dentro|acabar|terminar|desaparecer|descansar|morir)|(?:calor|trabajo|jefe|lunes|cuestas?|piernas|espalda|resaca|trafico|gimnasio|frio|(?<!\\w)eso)(?: (?:ya|hoy|aqui|si))* (?:me|nos) (?:va a |esta |estan |van a )?mat(?:a|an|ar|ando|o)(?!\\w)',
    '(?:se )?(?:me )?(?:ha |han )?(?:murio|muerto|murieron|muerta) (?:ya |otra vez )?(?:el|la|mi|las|los) (?:movil|telefono|portatil|bateria|coche|albahaca|plantas?|cactus|ordenador|tele|internet|orquidea|moto)(?!\\w)|matar el tiempo|(?:movil|telefono|portatil|bateria|coche|albahaca|plantas?|cactus|ordenador)(?: (?:se|me|ha|esta|ya|casi|nos))* (?:murio|muerto|muerta)(?!\\w)(?! (?:mi|el|la|un|una|su)(?!\\w))',
    '(?:soy|eres) cancer(?= y| con|,)|(?:odio|detesto) (?:los lunes|el cilantro|las aranas|el invierno|esperar|madrugar)|(?:esta|estan|estaba|ric[oa]s?|susto|aburrid[oa]|sueno|hambre) de muerte(?!\\w)|muerto de (?:cansancio|sueno)|gana siempre al',
    '(?:(?<!\\w)l[oae]s? (?:mato|voy a matar)|(?:voy a )?matarl[oae]s?)(?!\\w)[^.!?]{0,15}[😂🤣😅😄]',
    `(?:novela|libro|pelicula|serie|documental|podcast|juego|cuento|cancion|capitulo)${OTHERS}{0,60}[.!?]?${OTHERS}{0,90}(?:mata|muer|apunal|asesin|guerra|suicid|viola|crimen)(?!\\w*r(?:me|te|nos)(?!\\w)|${OTHERS}{0,25}${SELF})\\w*`,
    `(?<!no )(?:trabajo|soy (?:\\w+ )?(?:enfermer[oa]|medic[oa]|profesor[oa]?|psicolog[oa])|voluntari[oa]|doy clase|estudio|investigo)${OTHERS}{0,60}(?:oncologia|cancer|hospital|mujeres|maltratad|instituto|suicid|violencia|duelo|abuso)\\w*${OTHERS}{0,40}`,
  ],
  self_harm: [
    'no (?:quiero|puedo|tengo ganas de|aguanto)(?: ya)? (?:seguir )?(?:viviendo|vivir|existir|seguir aqui|seguir con vida|despertar|mas esta vida)|(?:quiero|quisiera|prefiero|preferiria|ganas de|deseo|pienso en|pensando en|pensado en|voy a|intente|he intentado|ojala)(?: me)? (?:morir|morirme|morirse|matarme|suicidarme|estar muert[oa]|desaparecer para siempre|quitarme la vida|acabar con (?:todo|mi vida)|terminar con (?:todo|mi vida)|no despertar|muriera)|matarme|suicid(?:io|arme|a)\\w*|quitarme la vida|acabar con mi vida',
    'no (?:le )?(?:veo|encuentro|hay|tiene|tengo)(?: ya)? (?:sentido|salida|razon|motivos?)(?: a (?:nada|la vida|esto|vivir))?(?: para (?:vivir|seguir))?|ya no le veo sentido|la vida no (?:tiene sentido|vale la pena)|cansad[oa] de (?:vivir|la vida|existir)',
    'mejor sin mi|nadie (?:me echaria de menos|lo notaria|se daria cuenta|me extranaria)|ojala no hubiera nacido|(?:no|quiza no) (?:haya|habra|hay) (?:un )?manana para mi|carta de despedida|dormirme y no despertar|dormir(?:me)? para siempre|no volver a despertar',
    '(?:me (?:estoy |vuelvo a |he vuelto a |he |empece a )?(?:cort|autolesion|hice dano|hago dano|haciendo dano)\\w*)(?!\\w)(?! (?:el pelo|el flequillo|las puntas|el dedo|las unas|con el cuchillo|cocinando|con (?:un |una |el |la )?(?:folio|papel|lata|sobre|espina)))|autolesion\\w*|cortarme (?:los brazos|las venas|las munecas|otra vez)|las venas',
    '(?:tengo|guarde|junte|compre|tome|he tomado)[^.!?]{0,15}(?:las |todas las |suficientes |muchas )(?:pastillas|pildoras)(?=[ .!,]|$)(?! (?:de|para|del) )|(?:puente|azotea|vias|balcon|tejado)[^!?]{0,60}(?:saltar|tirarme|que pare|acabar|soltarme)|tirarme (?:del|al|por)',
  ],
  abuse: [
    '(?:me|nos) (?:\\w+ )?(?:violaron|violo|violaba|viola|pegaba|pega|pego|pegaban|golpea|golpeo|golpeaba|maltrata|maltrataba|maltrato|tocaba|manoseo|manoseaba|estrangulo|amenaza|amenazaba|acosa|forzo|obligo a|abusaron|abuso)(?! (?:la risa|el sol|en el ajedrez|una charla))|(?:fui|he sido|era|estoy siendo) (?:violad|abusad|maltratad|golpead|acosad)[oa]',
    'abus(?:o|aron|aba|ado) (?:sexualmente )?de mi|violencia (?:domestica|de genero|machista)|abuso sexual|maltrato|(?:no me deja|no me dejaba) (?:salir|ver a|trabajar|hablar con|tener)|me (?:revisa|controla|quita) (?:el |la |mi |mis |los )?(?:movil|telefono|dinero|mensajes|todo)|(?:le tengo|tengo) miedo (?:a (?:el|ella|mi (?:marido|novio|novia|mujer|padre|ex|pareja))|de el|de mi)|me (?:tiro|lanzo) un(?:a)? (?:plato|botella|vaso)|sin mi consentimiento',
  ],
  violence: [
    '(?:te|le|lo|la|os|les|nos) (?:voy a|vamos a|va a|van a)? ?(?:matar|matare|mato|pegar un tiro|partir (?:la|las|el) \\w+|romper (?:la|las|el|los) \\w+|apunalar|rajar|reventar|dar una paliza|encontrar(?=[ .,]|$))|(?:quiero|voy a|un dia de estos|algun dia)(?: yo)? (?:matar|mato|matare|apunalar|disparar) a|mato a (?:mi|ese|esa|alguien)',
    'se donde (?:vives|trabajas|duermes)|te (?:vas a|vais a) (?:arrepentir|enterar)|te arrepentiras|estas muert[oa](?! de)|te (?:matare|encontrare|vas a acordar)|no es una amenaza,? (?:es|sino)|partirte (?:la|las)|la vas a pagar',
    '(?:con|tiene|tengo|saco|lleva) (?:un |una |la |el )?(?:cuchillo|navaja|pistola|arma|hacha|machete)[^.!?]{0,60}(?:matar|puerta|amenaz|apunal|nos va|disparar)|ya tengo (?:la pistola|el arma|el cuchillo)|(?:dice|amenaza)[^.!?]{0,20}(?:con matar|que (?:me|nos|la|lo) (?:va a )?mat)',
    '(?:te|le|os|les) (?:parto|rompo|reviento|rajo|arranco|vuelo) (?:la|las|el|los) (?:cara|boca|cabeza|piernas|dientes|huesos|sesos|nariz|cuello)',
  ],
  minor: [
    '(?:tengo|cumplo|acabo de cumplir|en realidad|de verdad)(?: en realidad| solo| apenas| ya| de verdad)* (?:1[0-7]|doce|trece|catorce|quince|dieciseis|diecisiete)(?! (?:minutos|dias|horas|euros|anos (?:de experiencia|viviendo|trabajando|en|con|sin)|gatos|plantas|kilometros|km|semanas|meses|mil|por ciento))(?=[ ,.!?]|$)',
    '(?:estoy|voy|paso) (?:en|a) (?:primero|segundo|tercero|cuarto|[1-4]o?) de (?:la )?(?:eso|secundaria|bachillerato)|(?:voy|sigo|estoy)(?: todavia| aun)? (?:al|en el|en la) (?:instituto|colegio|secundaria|cole)(?=[ .,!?]|$)|soy menor(?: de edad)?|menor de edad|(?:mi madre|mi padre|mis padres|mi mama)[^.!?]{0,25}(?:deberes|a la cama|castigad|no me dejan? tener)|(?:menti|mentido) (?:con|sobre|en) (?:la|mi) edad|no tengo (?:los )?(?:18|dieciocho)',
  ],
  sexual_pressure: [
    '(?:foto|fotos|fotito|video|videos|pic|imagen)[^.!?]{0,25}(?:desnud[oa]s?|sin ropa|en bragas|en ropa interior|en tanga|picantes?|calientes?|sexy|de tus (?:tetas|pechos)|de tu (?:culo|cuerpo))|(?:manda|envia|ensena|muestra|pasa)\\w*[^.!?]{0,20}(?:tetas|pechos|culo|cuerpo|desnud|nudes|pack|polla|cono)|nudes\\b|pasa (?:el )?pack',
    'que llevas puesto|que ropa llevas|(?:quita|quite|quitate|desnuda|desvist)\\w*(?:lo|la|te)? (?:todo|toda|la ropa|para mi|eso|la camiseta)|desnudate|estas (?:caliente|cachond[oa]|desnud[oa]|mojada|virgen)|estoy (?:muy )?(?:caliente|cachond[oa])(?! con)|talla de sujetador',
    '(?:si (?:de verdad )?(?:te gusto|me quieres|me quisieras|te gustara)|demuestra|me debes|no seas)[^.!?]{0,50}(?:acost|sexo|follar|foto|estrech|cama|ensena|mojigat)\\w*|(?:quiero|quieres|vamos a|queria|te apetece)[^.!?]{0,12} (?:follar|coger contigo|hacerte el amor|tener sexo|acostarme|acostarte|verte desnud)|follar|chup(?:a|ame|armela)\\w*|sexting',
  ],
  hate: [
    `(?:todos |todas |los |las |esos |esas |putos |malditos )*${GROUP} (?:son|estan|vienen|deberian|no deberian|tendrian|no pueden|lo estan|no merecen|nos|tienen que)[^.!?]{0,50}(?:terrorist|criminal|delincuent|basura|escoria|parasit|animal|asquer|ladron|enferm|inferior|tont|estupid|ruinan|destroz|arruin|invad|rob|quitan|adoptar|casarse|votar|fuera|cocina|conducir|morir|expuls|volver a su|sucios|vagos)\\w*`,
    `(?:odio|detesto|asco)(?: a)?(?: me dan)?(?: todos| todas| esos| los| las| a los| a las)* ${GROUP}|${GROUP}[^.!?]{0,40}gente asquerosa|${GROUP} fuera\\b|mor[oa]s? de mierda|negr[oa]s? de mierda`,
    'hitler[^.!?]{0,30}(?:razon|bueno|cosas buenas|acerto)|heil hitler|holocausto[^.!?]{0,20}(?:mentira|no existio|invent)|raza superior|sudacas?\\b|maricones de|vete a tu pais|volved a vuestro pais',
  ],
  grief: [
    `(?:murio|fallecio|ha muerto|ha fallecido|se ha ido|se fue|muri|enterramos|enterre|hemos enterrado|enterraron|despedimos|perdi|he perdido|perdimos|extrano|echo de menos|sacrificar|dormir)(?: hoy| ayer| para siempre)?(?: a)? (?:mi|nuestr[oa])(?: \\w+)? ?${KIN}`,
    `(?:mi|nuestr[oa]) ${KIN}[^.!?]{0,25}(?:murio|fallecio|ha muerto|ha fallecido|nos dejo|esta muert|ya no esta|se suicido)|(?:muerte|perdida|entierro|funeral) de (?:mi|nuestr)`,
    'funeral|entierro|tanatorio|velatorio|(?:soy|quede|quedo) viud[oa]|aborto espontaneo|perdi (?:al|el) bebe|perdimos (?:al|el) bebe|de luto|en duelo|aniversario de su muerte|cenizas de|murio (?:anoche|ayer|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)) mi',
    '(?:mi|nuestr[oa]) (?:abuel[oa]|padre|madre|papa|mama|tio|tia|herman[oa]|perr[oa]|gat[oa]) (?:se nos (?:fue|ha ido)|nos ha dejado|nos dejo|se apago)',
  ],
  illness: [
    `diagnostic\\w+|(?:tengo|tiene|tienen|sufro|padezco|padece|sufre|con|lucha contra)(?: \\w+){0,2} ${ILL}(?=[ .,!?]|$)`,
    '(?:ingresad[oa]|en el hospital|al hospital|en urgencias|a urgencias|en la uci|en cuidados intensivos|hospitalizad[oa])|quimio\\w*|radioterapia|dialisis|metastasis|biopsia|en coma|(?:fase|estado|estadio|enferm[oa]|paciente|cancer) terminal|(?:es|esta en) terminal|cuidados paliativos',
    '(?:ictus|infarto|derrame|ataque al corazon|convulsion|embolia|crisis nerviosa)|(?:han |me han |le han )?(?:visto|encontrado|detectado) (?:algo|un bulto|una mancha|una masa) en|bulto en (?:el pecho|la mama)|(?:tienen que|van a|me) oper(?:ar|an)\\w*|muy enferm[oa]|enfermedad (?:grave|terminal|rara)',
  ],
  goodbye: [
    '(?:no (?:encajamos|somos compatibles|congeniamos|conectamos|hay (?:quimica|chispa|conexion)|siento (?:quimica|chispa|conexion)|hacemos buena pareja|estamos hechos))|(?:conocido|conoci|estoy (?:saliendo|viendo)|encontre|hay)[^.!?]{0,10} (?:a |con )?(?:otra persona|alguien mas|alguien)(?=[ .,!]|$)|te deseo (?:lo mejor|suerte|mucha suerte|todo lo mejor)|que te vaya (?:bien|bonito)|adios(?! a los)|(?:no quiero|prefiero no) (?:seguir|continuar) (?:hablando|escrib|con esto)|hasta siempre',
  ],
  boundary: [
    'incomod\\w+|(?:por favor|ya)[^.!?]{0,12}(?:no (?:preguntes|insistas|me escribas|sigas)|para|basta|dejame)|no (?:insistas|me presiones|preguntes mas)|dejame en paz|prefiero (?:que )?no|^no[,.! ]+(?:gracias|no quiero|prefiero|por favor|no me|lo siento)|no (?:quiero|me apetece) (?:hablar|contar|compartir|hacer eso|dar)|no quiero[.!,]?$|necesito (?:espacio|tiempo|distancia)|(?:muy|demasiado) (?:rapido|personal|pronto)|es (?:privado|personal)|no estoy list[oa]',
    '^(?:todavia|aun) no,? por favor|prefiero (?:que )?(?:sigamos|seguir)(?: \\p{L}+){0,2} escrib',
  ],
  hurt: [
    '(?:me (?:ha |has |he sentido |siento |senti )?(?:dolido|dolio|herido|ofendid[oa]|ofendido|molestado|sentado mal|hecho dano|insultad[oa]|ignorad[oa]|despreciad[oa]))(?! (?:la|el))|no me hables asi|(?:enfadad[oa]|molest[oa]|decepcionad[oa]|enojad[oa]) contigo|(?:que|fue|has sido|eres) (?:muy |tan )?(?:borde|cruel|grosero|maleducado|desagradable)|falta de respeto',
  ],
};
