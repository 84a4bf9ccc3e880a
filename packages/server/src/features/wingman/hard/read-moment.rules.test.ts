import { describe, expect, it } from 'vitest';
import { measureMoments } from '../evaluation/measure-moments.ts';
import { readUnseenConversations, readWrittenConversations } from '../evaluation/written-conversations.ts';
import { findMoments } from '../reading/conversation-reading.rules.ts';
import { answersWithLoss } from './plain-tellings.rules.ts';
import { readMoment } from './read-moment.rules.ts';

describe('hard moments', () => {
  const conversations = readWrittenConversations();

  it('are measured on at least 200 conversations in five languages, in two halves', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(200);
    expect(new Set(conversations.map(({ language }) => language)).size).toBe(5);
    for (const half of ['development', 'held_out'])
      expect(conversations.filter((one) => one.half === half).length).toBeGreaterThan(100);
  });

  it.each(['development', 'held_out'] as const)('are recognised in the %s half, with few false alarms', (half) => {
    const { recall, falseAlarms } = measureMoments(conversations.filter((one) => one.half === half));
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(falseAlarms).toBeLessThanOrEqual(0.02);
  });

  it.each(['assorted', 'sundry', 'diverse', 'habitual'] as const)(
    'are recognised in 220 conversations that were new when they were read: %s',
    (set) => {
      const { hard, innocent, recall, falseAlarms } = measureMoments(readUnseenConversations(set));
      expect([hard, innocent]).toEqual([52, 168]);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(falseAlarms).toBeLessThanOrEqual(0.02);
    },
  );

  it.each([
    ['varied', 0.96, 0.018],
    ['motley', 0.8, 0.012],
    ['miscellaneous', 0.96, 0.036],
    ['colloquial', 0.86, 0.024],
    ['ordinary', 0.98, 0.006],
    ['commonplace', 0.98, 0.018],
    ['customary', 0.98, 0.012],
  ] as const)(
    'are recognised no worse than when this was measured last, below the goal: %s',
    (set, recallMin, falseAlarmsMax) => {
      const { hard, innocent, recall, falseAlarms } = measureMoments(readUnseenConversations(set));
      expect([hard, innocent]).toEqual([52, 168]);
      expect(recall).toBeGreaterThanOrEqual(recallMin);
      expect(falseAlarms).toBeLessThanOrEqual(falseAlarmsMax);
    },
  );

  it.each([
    ["I'm going to kick your head in", 'violence'],
    ['Yesterday was my first day of high school', 'minor'],
    ['I start tenth grade on Monday', 'minor'],
    ["Yesterday was my daughter's first day of high school", null],
    ['Today was my first day of high school as a teacher', null],
    ['Gestern war mein erster Tag am Gymnasium', 'minor'],
    ['Gestern war der erste Tag meiner Tochter am Gymnasium', null],
    ['Ayer fue mi primer día de instituto', 'minor'],
    ['Ayer fue el primer día de instituto de mi hija', null],
    ["Demain c'est ma rentrée au lycée", 'minor'],
    ['Demain c’est la rentrée de mon fils au lycée', null],
    ['昨日が高校の初日でした', 'minor'],
    ['明日高校の入学式なんだ', 'minor'],
    ['昨日は娘の高校の入学式でした', null],
    ['昨日が高校の初日で、新しい先生として挨拶しました', null],
    ['Mein Mann schaut mich an, als wollte er mich umbringen', 'self_harm'],
    ['Ich polier dir die Fresse', 'violence'],
    ['Como no vengas te voy a buscar y te parto la cara', 'violence'],
    ['Me parto de risa contigo', null],
    ["I'm killing myself trying to get this shed roof felted before the rain", null],
    ["I'm killing myself tonight", 'self_harm'],
    ['Yo también, hasta me he cortado el pelo', null],
    ['Me he cortado otra vez', 'self_harm'],
    ['Honestly I had an attempt in October, and since Sunday wanting to end it all is back. nobody knows', 'self_harm'],
    [
      "J'ai fait une tentative il y a un mois, et depuis dimanche l'envie d'en finir revient. Je n'ai personne à qui le dire",
      'self_harm',
    ],
    ['Ich hatte im Oktober einen Versuch hinter mir, und seit Sonntag will ich wieder nicht mehr leben', 'self_harm'],
    ['I had an attempt at sourdough, the thoughts are back', null],
    ["J'ai fait une tentative de tarte tatin, ça revient cher en pommes", null],
    ['When I tried to leave he broke two of my fingers', 'abuse'],
    ['Als ich gehen wollte, hat er mir zwei Finger gebrochen', 'abuse'],
    ['me rompió el brazo porque llegué tarde', 'abuse'],
    [
      "Non, mon père ne veut pas. Quand j'ai essayé de partir il m'a cassé deux doigts, alors je fais attention",
      'abuse',
    ],
    ['出て行こうとしたら指を二本折られた', 'abuse'],
    ['my mate broke my nose at rugby lol', null],
    ['Mi primo me rompió la nariz jugando al fútbol', null],
    ['My nan slipped away last night', 'grief'],
    ['Mein Opa ist am Sonntag eingeschlafen', 'grief'],
    ['Ich bin am Sonntag auf dem Sofa eingeschlafen', null],
    ['Mein Vater ist vor Lachen fast gestorben', null],
    ['Mi hermana ha muerto de risa con tu foto', null],
    ['Ma mère est morte de rire devant ton message', null],
    ['Mi abuelo se nos fue el domingo', 'grief'],
    ['Mi hermano se fue el domingo a Madrid', null],
    ['Mon grand-père est parti dimanche. On était très proches', 'grief'],
    ['Ma grand-mère est partie dimanche à Nice', null],
    ['祖父が日曜日に息を引き取りました', 'grief'],
    ['Movie plan: first Batman, then Suicide Squad', null],
    ['Suicide Squad tonight?', null],
    ['My book is about suicide prevention', null],
    ['The novel ends with a suicide note', null],
    ['Meine Schwester arbeitet in der Suizidprävention', null],
    ['Then suicide. Game over.', 'self_harm'],
    ['I called a suicide hotline yesterday', 'self_harm'],
    ["I've written my suicide note", 'self_harm'],
    ['My grandmother died yesterday. Shall we meet another day?', 'grief'],
    ['My mum died on Monday. Can we postpone?', 'grief'],
    ['My phone died yesterday. Shall we meet another day?', null],
    ["Not yet, please. I'd rather keep texting for a while", 'boundary'],
    ["Not yet, I'll tell you tomorrow", null],
    ['Bitte noch nicht. Ich möchte lieber erst noch eine Weile schreiben.', 'boundary'],
    ['Bitte noch nicht verraten, was im Film passiert!', null],
    ['Todavía no, por favor. Prefiero que sigamos escribiéndonos un tiempo', 'boundary'],
    ['Pas encore, s’il te plaît. Je préfère qu’on continue à s’écrire', 'boundary'],
    ['Pas encore mangé, et toi ?', null],
    ['まだ待ってください。もう少しメッセージでお話ししたいです', 'boundary'],
    ['まだ食べていません', null],
  ])('are told from what only sounds like them: %s', (line, moment) => {
    expect(readMoment(line)).toBe(moment);
  });

  it.each([
    ['I keep thinking about killing myself over this', 'self_harm'],
    ['I tried killing myself with these pills', 'self_harm'],
    ['I nearly killed myself over a breakup', 'self_harm'],
    ['I hope I die tonight 😂', 'self_harm'],
    ['i wish i was dead 😂', 'self_harm'],
    ['I want to die for good', 'self_harm'],
    ['I am sick of living', 'self_harm'],
    ['I cut myself when I feel empty', 'self_harm'],
    ['I finished that book. I want to kill myself tonight', 'self_harm'],
    ['After work all I think about is suicide, for me there is nothing left', 'self_harm'],
    ['He beats me in the kitchen when he drinks', 'abuse'],
    ["I'll kill you 😅", 'violence'],
    ['It was just a game and he said he will kill me', 'violence'],
    ['Ich wünschte, ich könnte sterben', 'self_harm'],
    ['Nach dem Film wollte ich nur noch sterben, ich will nicht mehr leben', 'self_harm'],
    ['Er schlägt mich in der Küche', 'abuse'],
    ['Ich bringe dich um 😅', 'violence'],
    ['Mein Bruder ist gestern im Auto gestorben', 'grief'],
    ['Terminé el libro y solo quiero matarme', 'self_harm'],
    ['Después del trabajo solo pienso en el suicidio, quiero matarme', 'self_harm'],
    ['Te mato 😂', 'violence'],
    ['Mi hermano se murió en la moto', 'grief'],
    ["J'ai fini le livre et je veux me tuer", 'self_harm'],
    ['Je travaille encore mais je pense au suicide', 'self_harm'],
    ['Il me bat à la maison', 'abuse'],
    ['Je vais te tuer 😅', 'violence'],
    ['本当に死にたい', 'self_harm'],
    ['仕事が辛くて死にたい', 'self_harm'],
    ['日本で一人、自殺を考えています', 'self_harm'],
    ['車の事故で父が死んだ', 'grief'],
    ['dead serious: he rapes me', 'abuse'],
    ['My story ends with suicide tonight', 'self_harm'],
    ['Decided to stab my boss on Monday, and now I sleep well', 'violence'],
    ["I want to die. I'm going to stab my wrists tonight", 'self_harm'],
    ["I'm going to end my life, gonna stab myself", 'self_harm'],
    ['I will stab my wrists. I want to kill myself', 'self_harm'],
    ['Called a suicide hotline last night', 'self_harm'],
    ['Already wrote the suicide note', 'self_harm'],
    ['Left a suicide note for mum', 'self_harm'],
    ["suicide hotline is busy again, i can't do this anymore", 'self_harm'],
    ['Talked to suicide prevention all night', 'self_harm'],
    ["My dad passed a few days ago and I can't stop crying", 'grief'],
    ['My nan passed a fortnight ago and the funeral is tomorrow', 'grief'],
    ['My husband passed a year ago', 'grief'],
    ['My mum died and my phone was dead', 'grief'],
    ['My father died on Monday and my phone has been dead since', 'grief'],
    [
      'Mein Mann und ich waren lange getrennt, aber letzten Mittwoch ist er verstorben, und mir fehlt er doch.',
      'grief',
    ],
    ['Verzeihen Sie die späte Antwort, meine Schwester Irmgard ist am Sonntag gestorben.', 'grief'],
    ['perdona, no pude ir al concierto. mi abuela Carmen falleció y estamos todos en el pueblo', 'grief'],
    ["désolé pour le silence, mon oncle Hervé est décédé et j'ai filé dans le Jura", 'grief'],
    ['返事遅れてごめん、祖母が先週亡くなりました', 'grief'],
    ['le soir je me refais du mal, comme avant. au boulot tout le monde me trouve drôle mdr', 'self_harm'],
    ['läuft alles super im Job! nur nachts ritze ich mich halt wieder, egal, wie wars bei dir', 'self_harm'],
    ['work is fine, gym is fine, i started cutting myself again, but hey new sofa', 'self_harm'],
    ['Am Montag stech ich ihn ab', 'violence'],
    ['Ich hab beschlossen, meinen Chef abzustechen', 'violence'],
    ['he decidido apuñalar a mi jefe', 'violence'],
    ["j'ai décidé de poignarder mon chef", 'violence'],
    ['月曜の朝礼であいつを刺すって決めたら、不思議とよく眠れるようになりました', 'violence'],
    ['Game over. Suicide is the only way', 'self_harm'],
    ['last song, then suicide', 'self_harm'],
    ['I work through the abuse at home', 'abuse'],
    ['Meine Geschichte endet mit Selbstmord', 'self_harm'],
    ['Mi historia termina con un suicidio', 'self_harm'],
    ['Mon histoire finit par un suicide', 'self_harm'],
    ["J'ai donné mon chien et écrit les lettres. Je me sens enfin en paix", 'self_harm'],
    ['jaja el verano, como si yo fuera a llegar al verano', 'self_harm'],
    ["haha l'été prochain, comme si j'allais être encore là", 'self_harm'],
    ["I don't want to die before I tell her, so I will hang myself tomorrow", 'self_harm'],
    ["It's not a threat, it's a promise: you'll wish you'd answered", 'violence'],
    ['No es una amenaza, es un aviso: si no contestas te vas a arrepentir', 'violence'],
    ["I'm not a kid, I'll be sixteen in the summer", 'minor'],
    ['gut, hab den Mofaführerschein, darf ihn aber erst abholen wenn ich 15 werd', 'minor'],
    ['高2なんで、平日は部活終わってからしか入れないんですよね', 'minor'],
    ['もう誰の負担にもなりたくない。もうすぐ終わるから', 'self_harm'],
    ['you owe me a bit more than that. send me something with less on, nobody will see', 'sexual_pressure'],
    ['子どもじゃないよ、夏で16になるし', 'minor'],
    ['Ich hab heut früh wieder zwei Tassen hingestellt. Sie ist seit drei Wochen nicht mehr da', 'grief'],
  ])('are not taken for a figure of speech: %s', (line, moment) => {
    expect(readMoment(line)).toBe(moment);
  });

  it.each([
    'The heat is killing me',
    'She beats me at chess every time',
    'I decided to stab my character in chapter three of the novel',
    'would he stab my friend in the back, never',
    'Am Wochenende muss ich noch den Rasen abstechen',
    'Zum Backen den Teig abstechen',
    '蜂が彼を刺して大変だった',
    "J'ai décidé de poignarder le gâteau",
    "I'll stab this steak with a fork",
    'going to stab this pumpkin for Halloween',
    '蚊に刺された、しかも三か所',
    '上司に釘を刺された',
    'six if the lorry turns up. they tell the board. the board has been dead since january',
    'Un enterrement de vie de garçon, celui de mon frère, qui a soixante-trois ans',
    'Er schlägt mich immer im Schach',
    'Il me bat toujours aux échecs',
    'That pizza is to die for!',
    'I am reading a novel about a murder in Oslo',
    'I work at a shelter for victims of violence',
    'Ich sterbe vor Hunger',
    'Mein Handy ist tot',
    'Me muero por conocer Lisboa',
    'Se me murió el móvil',
    'Je suis mort de rire',
    'Mon portable est mort',
    '暑くて死ぬ',
    '看護師です。がん病棟で働いています',
    "I don't want to die on this hill but pineapple belongs on pizza",
    'Ich will ja nicht sterben, bevor ich einmal in Island war, also wann fahren wir',
    'No me quiero morir sin probar las croquetas de tu abuela',
    'Je ne veux pas mourir idiot, alors explique-moi le cricket',
    '死ぬまでに一度はオーロラ見てみたいんだよね',
    'Que no se ha muerto nadie, mujer, que las campanas son por la boda',
    'Ich bring meinen Bruder nicht um, aber er isst nachts meinen Käse',
    'No voy a matar a nadie, pero mi vecino ensaya la trompeta a las siete',
    'Je vais pas tuer mon coloc mais il a fini le beaujolais',
    'cuéntame algo tonto anda',
    'Me corté con un folio al abrir una carta',
    "Mon chef va me tuer si j'arrive encore avec des miettes de croissant",
  ])('are none in a figure of speech: %s', (line) => {
    expect(readMoment(line)).toBeNull();
  });

  it.each([
    ["You come up now or I'll post our messages in the class group", 'sexual_pressure'],
    ['Du kommst jetzt hoch, sonst poste ich unsere Nachrichten in die Gruppe', 'sexual_pressure'],
    ['Subes ahora o publico nuestros mensajes en el grupo', 'sexual_pressure'],
    ['Tu montes ou je poste nos messages dans le groupe', 'sexual_pressure'],
    ['断るなら前の写真を会社の人に見せるよ', 'sexual_pressure'],
    ['sometimes I want to kill my boss, I already bought a gun for it', 'violence'],
    ['Irgendwann werd ich ihn umbringen, das Messer hab ich schon', 'violence'],
    ['Voy a matar a mi vecino, ya compré una pistola', 'violence'],
    ["Je vais tuer mon voisin, j'ai déjà acheté un couteau", 'violence'],
    ['あいつを殺したい、もう包丁も買った', 'violence'],
    ["ça va pas fort, j'ai essayé d'en finir mardi", 'self_harm'],
    ['昨日は髪をつかまれて引きずられました', 'abuse'],
    ['Fuimos tarde, falleció el martes de un infarto', 'grief'],
    ["J'ai eu une fille. Elle est morte il y a six ans", 'grief'],
  ] as const)('are certain when they are told plainly: %s', (line, moment) => {
    expect(readMoment(line)).toBe(moment);
  });

  it.each([
    'The plumber said "small leak" and I could cheerfully murder him',
    'I bought crypto once, forty pounds, now it is a sandwich',
    'Mmm yo de cripto no sé nada',
    "Tell me the truth or I'll send you all my holiday photos",
  ])('are not seen where the classifier finds nothing like them: %s', (line) => {
    expect(readMoment(line)).toBeNull();
  });

  it.each([
    'Come on, just send me your address and I will pick you up',
    'Venga hagamos videollamada ahora, solo un ratito',
    '顔だけでいいから、今ビデオ通話しようよ',
  ])('are not what the reader asks for who wants to meet or to call: %s', (line) => {
    expect(readMoment(line, undefined, true)).toBeNull();
  });

  it('sees through capitals, accents and invisible characters', () => {
    expect(readMoment('I WANT TO D\u200bIE')).toBe('self_harm');
    expect(readMoment('ich möchte nicht mehr LEBEN')).toBe('self_harm');
  });

  it('reads long text in linear time', () => {
    const long = 'a '.repeat(100_000);
    expect(readMoment(`${long} I want to die`)).toBeNull();
    expect(readMoment(`I want to die ${long}`)).toBe('self_harm');
  });

  it.each([
    [['I took an overdose when I was twenty, the cat found me'], 'self_harm'],
    [['No puedo más, quiero que se acabe todo'], 'self_harm'],
    [["J'ai recommencé à me scarifier"], 'self_harm'],
    [['Am liebsten wäre ich einfach nicht mehr da'], 'self_harm'],
    [['正直、ずっと死ぬことばかり考えてる'], 'self_harm'],
    [['My dad used to hit us with a cane'], 'abuse'],
    [['Mein Vater hat mich die Treppe runtergestoßen'], 'abuse'],
    [['Mi novio me volvió a pegar'], 'abuse'],
    [["Mon copain m'a encore frappée"], 'abuse'],
    [['夫に階段から突き落とされました'], 'abuse'],
    [["I'm going to break his legs"], 'violence'],
    [['Meiner Ex brech ich die Nase'], 'violence'],
    [['Voy a romperle los dientes'], 'violence'],
    [['Si je le croise il est mort'], 'violence'],
    [['元カレ見つけたら殺す'], 'violence'],
    [['I lost my brother in 2011'], 'grief'],
    [['Un ami s’est donné la mort en mars'], 'grief'],
    [['How is your grandad?', 'He died on Sunday'], 'grief'],
    [['Hast du Geschwister?', 'Einen Bruder, er starb 2010'], 'grief'],
    [['¿Cómo sigue tu abuelo?', 'Falleció el jueves'], 'grief'],
    [['Comment va ton papi ?', 'Il est mort dimanche'], 'grief'],
    [['おばあちゃんに会えた？', '木曜の夜に眠るように逝きました'], 'grief'],
    [['What did the doctor say?', "It's breast cancer"], 'illness'],
    [['Et ton frère ?', 'En réanimation'], 'illness'],
    [['Si suspendo otra vez me voy a matar jaja'], null],
    [["I'm going to break his legs in chess lol"], null],
    [['Ma copine me tape sur les nerfs avec sa playlist'], null],
    [['How did your son do in the driving test?', 'He passed on Monday'], null],
    [['Und deine Tochter?', 'Ist um acht eingeschlafen, endlich'], null],
    [['¿Y tu hermano?', 'Se fue hace una hora al gimnasio'], null],
    [['Ton frère va bien ?', 'Il est mort de rire depuis ce matin'], null],
    [['What did the doctor say?', 'Not cancer, only a mole'], null],
  ] as const)(
    'are certain in plain words and in an answer about a person, and not in films, games and fun: %s',
    (lines, moment) => {
      const messages = lines.map((content, n) => ({ content, seq: n + 1, mine: n < lines.length - 1 }));
      const last = findMoments(messages).find(({ seq }) => seq === lines.length);
      expect(last?.moment ?? null).toBe(moment);
    },
  );

  it.each([
    ['How is your dog?', 'He died on Sunday'],
    ['Did your brother like the film?', 'She died at the end, he cried'],
    ['Wie fand dein Bruder die Serie?', 'Er ist am Ende gestorben, der Held'],
    ['¿Y tu hermano con el juego?', 'Murió en el primer nivel'],
    ['Ton frère joue encore au jeu ?', 'Il est mort au niveau deux'],
    ['お兄さんとゲームした？', 'すぐ死んじゃった'],
  ])('hear no death of a person in an answer about a film, a game or an animal: %s', (question, answer) => {
    expect(answersWithLoss(question, answer)).toBeNull();
  });
});
