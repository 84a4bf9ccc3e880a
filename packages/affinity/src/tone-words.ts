import type { Language } from './languages.ts';

/** Words of one language with their valence, -4 to 4. */
export type ToneWords = {
  valences: ReadonlyMap<string, number>;
  /** Beginnings of words, longest first. In Japanese, parts of the text. */
  stems: readonly (readonly [string, number])[];
  negations: ReadonlySet<string>;
  intensifiers: ReadonlySet<string>;
  /** Phrases that sound negative and are not. */
  neutral: RegExp;
};

type Lists = {
  veryGood: string;
  good: string;
  bad: string;
  veryBad: string;
  negations: string;
  intensifiers: string;
  neutral: RegExp;
};
const VALENCES = { veryGood: 2.9, good: 1.8, bad: -1.8, veryBad: -2.7 } as const;

/** Lists of words; a star marks the beginning of a word. */
function toneWords({ negations, intensifiers, neutral, ...lists }: Lists): ToneWords {
  const all = (Object.keys(VALENCES) as (keyof typeof VALENCES)[]).flatMap((name) =>
    lists[name]
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => [word, VALENCES[name]] as const),
  );
  return {
    valences: new Map(all.filter(([word]) => !word.endsWith('*'))),
    stems: all
      .filter(([word]) => word.endsWith('*'))
      .map(([word, valence]) => [word.slice(0, -1), valence] as const)
      .sort(([one], [other]) => other.length - one.length),
    negations: new Set(negations.split(' ')),
    intensifiers: new Set(intensifiers.split(' ')),
    neutral,
  };
}

/** Our own lists of the commonest words of feeling in chats. English is read with VADER. */
export const TONE_WORDS: Readonly<Record<Exclude<Language, 'en'>, ToneWords>> = {
  de: toneWords({
    veryGood:
      'liebe liebst geliebt wunderbar* großartig* fantastisch* perfekt* traumhaft* herrlich* begeister* glücklich* glückwunsch* verliebt* umarm* küss* kuss toll* super genial* wundervoll* bezaubernd* fabelhaft* beste besten bestes bester',
    good: 'gut gute guter guten gutes gern gerne schön* nett* lieb lieber lieben freu* freund* lustig* witzig* spaß lach* haha* hihi* danke dankbar* süß* cool* klasse prima angenehm* hoffe hoffnung* hoff froh* fröhlich* stolz* mag interessant* spannend* vertrau* geschafft erfolg* gewonnen genieß* gemütlich* entspannt* lecker* willkommen herzlich* hübsch* sicher stark* mutig* hilf* helfen vergnügen bravo gelungen gratulier* sympathisch* charmant* warm*',
    bad: 'schlecht* traurig* leid leider müde* schade sorge* sorgen problem* schwer* schwierig* einsam* allein angst ängst* verletz* weh enttäusch* stress* nerv* sauer* ärger* langweil* unfair* falsch fehler* krank* verloren verlier* streit* weine* weint schmerz* dumm* blöd* schuld* vermiss* gestorben tot satt egoistisch* vorwerf* vorwurf* drama unmöglich* lächerlich* sinnlos* peinlich* fürcht* nervös* unsicher* verspätung unglücklich* schäm* scheiter* egal kalt',
    veryBad:
      'hass* schrecklich* furchtbar* schlimm* grausam* wütend* wut scheiß* mist idiot* arsch* ekel* gelogen angelogen lüg* ruinier* gemein* böse* katastroph* verzweifel* horror* entsetzlich* widerlich* verachte* hölle',
    negations: 'nicht kein keine keinen keiner keinem nie niemals ohne',
    intensifiers: 'sehr so echt total wirklich richtig extrem besonders unglaublich unendlich mega voll',
    neutral:
      /kein(?:e)? (?:problem|sorge|stress|ding)|macht nichts|mach dir keine(?:n)? (?:sorgen|kopf|stress)|nicht schlecht|ehrlich gesagt/gu,
  }),
  es: toneWords({
    veryGood:
      'amo amor* encanta* encantad* maravill* genial* fantástic* perfect* increíble* feliz felices felici* enamorad* beso* abrazo* mejor mejores estupend* precios* hermos* espectacular* excelente* fabulos* magnífic*',
    good: 'bien bueno buena buenos buenas bonit* gusta gustan gustar* gracias contento contenta contentos alegr* divertid* gracios* risa* reír* ríe reía jaja* jeje* amable* linda lindo lindos lindas dulce* guap* rico rica deliciós* interesante* confío confianza* ilusión* esperanza* espero tranquil* orgullos* éxito* logr* ganar ganó amig* quiero querid* simpátic* agradable* cariñ* suerte ánimo* fuerte valiente* agradec* disfrut* calma bienvenid* bravo',
    bad: 'mal mala malo malos malas malísim* triste* solo sola cansad* miedo* problema* difícil* dur* dolor* duele* doler* dolía preocup* nervios* llor* murió muerte perdí perdid* pena vergüenza* aburrid* enferm* error* culpa* estrés* ansiedad* fracas* tarde decepci* perdón perdona* disculp* siento herid* herir* pelea* pelear* discut* acus* daño* harto harta egoísta* imposible* ridícul* drama insegur* deprimid* extraño echo soledad',
    veryBad:
      'odio* odia* horrible* terrible* asco* asqueros* furios* enfad* enoj* rabia idiota* mierda imbécil* mentiros* mentist* mentir* arruin* cruel* desastre* injust* insoportable* estúpid* maldit* infierno',
    negations: 'no nunca jamás sin ni tampoco nada',
    intensifiers: 'muy tan tanto mucho muchísimo realmente súper super demasiado increíblemente',
    neutral:
      /no (?:hay|es|tengo) (?:ningún )?problema|no pasa nada|no te preocupes|nada mal|no está mal|echo de menos|sin problema|la verdad|tengo que|por fin|una buena (?=decepci|bronca|pelea)|no tienes que [^.,!?]{1,30} sol[oa]|(?<!(?:estoy|estás|está|estaba|estar|estado|siento|sientes|siente|sentía|sentirme|tan|muy|más|vivo|quedé|solo) )solo(?![\p{L}])/gu,
  }),
  fr: toneWords({
    veryGood:
      'adore* adoré* merveill* génial* fantastique* parfait* incroyable* heureux heureuse* amoureu* bisou* câlin* meilleur* super magnifique* formidable* excellent* ravi* sublime* amour* félicit* splendide* extraordinaire*',
    good: 'bien bon bonne bons bonnes beau belle beaux belles joli* aime aimes aimé aimer aimais merci content* joyeu* drôle* marrant* haha* hihi* mdr* ptdr* rire* rit riait gentil* mignon* doux douce sympa* agréable* intéressant* confiance* espoir* espère tranquill* fier fière réussi* gagn* ami amie amis amies plaisir* chance courage* fort forte bravo sourire* calme bienvenu* délicieu* cool chouette* chaleureu* profite* chéri*',
    bad: 'mal mauvais* triste* seul seule fatigué* peur* problème* difficile* dur dure* douleur* mort morte inquiet* inquiét* nerveu* pleur* perdu* honte* ennuyeu* ennui* malade* erreur* faute* stress* angoiss* retard déçu* désolé* bless* crié* crier crie dispute* accus* marre assez égoïste* impossible* ridicule* drame* solitude* déprim* souffr* regrett* manque* gâch* fuis injust*',
    veryBad:
      'déteste* détest* haine* hais horrible* affreu* terrible* dégoût* furieu* colère* énerve* énerv* idiot* merde connard* con menteu* menti mens cruel* catastroph* insupportable* stupide* enfer méchant* atroce*',
    negations: 'ne pas jamais sans ni aucun aucune rien non n',
    intensifiers: 'très si tellement vraiment trop super extrêmement incroyablement beaucoup',
    neutral:
      /pas de (?:problème|souci|stress)|ce n'est pas grave|pas grave|ne t'inquiète pas|t'inquiète|pas mal|mort(?:e)? de rire|bien sûr|y a pas de mal|peut-être bien|très bien\. peu importe|pas à [^.,!?]{1,40} seule?/gu,
  }),
  ja: toneWords({
    veryGood: '大好き* 愛して* 最高* 素晴らし* 幸せ* 素敵* 感動* おめでとう* 完璧* 大切*',
    good: '好き* 嬉し* うれし* 楽し* ありがと* 感謝* 優し* 良い* いいね* いい日* よかった* 良かった* 面白* 笑* 爆笑* はは  安心* 信頼* 信じて* 頑張* 応援* おいし* 美味し* 可愛* かわい* きれい* 綺麗* 美し* 素直* 元気* 落ち着* 成功* 得意* 賛成* 暖か* 温か* いい人* 仲良* 喜* よく寝て* ワクワク* 誇り* 良く*',
    bad: '悲し* 寂し* さびし* さみし* がっかり* 辛* つら* 怖* 不安* 心配* 疲れ* 大変* 残念* 痛い* 困* 嫌* 泣* 亡くな* 失敗* 後悔* ごめん* 孤独* 難し* つまらな* 退屈* 喧嘩* 悪い* 悪か* 悪者* 病気* 緊張* 恥ずかし* 傷つ* 責め* 無意味* 言い訳* 恨* 遅れ* ばか* バカ* 台無し* うんざり* 放っ*',
    veryBad:
      '最悪* 最低* 大嫌い* 憎* ひど* 酷* 腹が立* 怒* 嘘* ムカつ* むかつ* うるさ* 黙れ* 死ね* 消えろ* 地獄* 絶望* 我慢でき* クソ* 許せな*',
    negations: '',
    intensifiers: '',
    neutral: /問題(?:は)?ない|心配(?:しないで|ない|いらない)|気にしないで|大丈夫|悪くない|好き嫌い/gu,
  }),
};
