/** Colour table of emotions: what helpers tell of a text or a voice, by name, with the colour of each in the light and the dark scheme. */

/** In the light and in the dark scheme; on every ground of the workspace at least 3:1. */
export type EmotionColours = readonly [light: string, dark: string];

export const EMOTIONS = {
  anger: ['#c51e21', '#fe8074'],
  angry: ['#942300', '#e76343'],
  annoyed: ['#af4803', '#f08d5f'],
  frustrated: ['#823c00', '#ca7c4a'],
  jealous: ['#455c01', '#7fa039'],
  disgust: ['#66740a', '#a4b553'],
  contempt: ['#585606', '#979653'],
  fear: ['#7e4ac2', '#bb91ff'],
  fearful: ['#6b3195', '#ab78d5'],
  anxious: ['#8a4fa3', '#c992e1'],
  confused: ['#695ead', '#a7a0eb'],
  happy: ['#886608', '#d2a333'],
  joy: ['#916100', '#df9c29'],
  amused: ['#995b03', '#e59743'],
  excited: ['#b56203', '#ffb072'],
  energetic: ['#a24a00', '#f4a259'],
  proud: ['#7d6b00', '#beab4d'],
  love: ['#be1b67', '#ff76a6'],
  grateful: ['#9f4685', '#df8ac4'],
  embarrassed: ['#ac4259', '#ee8899'],
  ashamed: ['#7a395a', '#bc7b9a'],
  sad: ['#226bc0', '#6eadfe'],
  disappointed: ['#3371a2', '#79b1e0'],
  bored: ['#776959', '#b6a899'],
  tired: ['#606b89', '#a0aac8'],
  neutral: ['#425660', '#8296a0'],
  surprise: ['#9f37a7', '#e081e5'],
  surprised: ['#812479', '#c46eb9'],
  curious: ['#117988', '#45bdd0'],
  anticipation: ['#005c71', '#499fb8'],
  calm: ['#107c73', '#56bfb3'],
  relieved: ['#0a614d', '#47a68b'],
  trust: ['#11813c', '#6cc180'],
  hopeful: ['#337f1f', '#7bbf6c'],
  confident: ['#515bd1', '#93a3ff'],
} as const satisfies Record<string, EmotionColours>;

export type EmotionName = keyof typeof EMOTIONS;

/** Of a name that is not in the table. */
export const UNKNOWN: EmotionColours = ['#6b665d', '#a19d95'];

/** Other words for what is in the table. */
const ALIASES: Readonly<Record<string, EmotionName>> = {
  happiness: 'happy', sadness: 'sad', frustration: 'frustrated', gratitude: 'grateful', thankful: 'grateful', worried: 'anxious', worry: 'anxious', anxiety: 'anxious',
  guilty: 'ashamed', guilt: 'ashamed', shame: 'ashamed', disappointment: 'disappointed', confusion: 'confused', relief: 'relieved', hope: 'hopeful', pride: 'proud',
  boredom: 'bored', excitement: 'excited', curiosity: 'curious', amusement: 'amused', disgusted: 'disgust', annoyance: 'annoyed', jealousy: 'jealous',
  lonely: 'sad', loneliness: 'sad', energy: 'energetic', embarrassment: 'embarrassed', confidence: 'confident', scared: 'fearful', afraid: 'fearful',
};

const FACES: Readonly<Record<'good' | 'bad', readonly EmotionName[]>> = {
  good: ['happy', 'joy', 'amused', 'excited', 'energetic', 'proud', 'love', 'grateful', 'calm', 'relieved', 'trust', 'hopeful', 'confident'],
  bad: [
    'anger', 'angry', 'annoyed', 'frustrated', 'jealous', 'disgust', 'contempt', 'fear', 'fearful', 'anxious', 'embarrassed', 'ashamed', 'sad', 'disappointed', 'bored', 'tired',
  ],
};

/** The name in the table that a helper's word stands for; null where there is none. */
export function emotionOf(word: string): EmotionName | null {
  const name = word.trim().toLowerCase();
  if (Object.hasOwn(EMOTIONS, name)) return name as EmotionName;
  return (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined) ?? null;
}

export function coloursOf(word: string): EmotionColours {
  const name = emotionOf(word);
  return name === null ? UNKNOWN : EMOTIONS[name];
}

/** Which face is drawn, so that the colour is not alone. */
export function faceOf(word: string): 'good' | 'bad' | 'other' {
  const name = emotionOf(word);
  if (name === null) return 'other';
  return FACES.good.includes(name) ? 'good' : FACES.bad.includes(name) ? 'bad' : 'other';
}

/** Numbers by name: percents of a message, or how many messages of a ticket. */
export type Emotions = Readonly<Record<string, number>>;

/** The strongest first. */
export function ranked(emotions: Emotions): { name: string; amount: number }[] {
  return Object.entries(emotions)
    .map(([name, amount]) => ({ name, amount }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.amount - a.amount);
}
