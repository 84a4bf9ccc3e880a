declare module 'vader-sentiment' {
  const vader: {
    SentimentIntensityAnalyzer: {
      polarity_scores(text: string): { neg: number; neu: number; pos: number; compound: number };
    };
  };
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS, whose exports arrive as the default
  export default vader;
}
