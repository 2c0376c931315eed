import { useVariant } from '../api/variant';
import mark from './mark.svg';

/** An SVG text as the address of a picture. */
export function pictureOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The product's mark; the name beside it is text, so the picture itself stays silent. */
export function BrandMark({ size = 24 }: { size?: number }) {
  const logo = useVariant((state) => state.variant.logo);
  return <img src={logo === '' ? mark : pictureOf(logo)} alt="" width={size} height={size} />;
}
