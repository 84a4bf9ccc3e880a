import Markdown from 'react-markdown';

/** One line of text with `code`, **bold** and [links](https://...); every other Markdown is shown as plain text. */
export function InlineMarkdown({ text }: { text: string }) {
  return (
    <Markdown allowedElements={['a', 'code', 'strong', 'em']} unwrapDisallowed skipHtml>
      {text}
    </Markdown>
  );
}
