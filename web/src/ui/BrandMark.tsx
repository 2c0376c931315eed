import mark from './mark.svg';

/** The product's mark; the name beside it is text, so the picture itself stays silent. */
export function BrandMark({ size = 24 }: { size?: number }) {
  return <img src={mark} alt="" width={size} height={size} />;
}
