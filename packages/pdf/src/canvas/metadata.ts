/** The description of a file as XMP, which says that it is accessible (PDF/UA-1). */
export interface PdfInfo {
  title: string;
  author: string;
  subject: string;
  createdAt: Date;
}

/** The same as the document information, whose dates have no fractions of seconds. */
export function metadata({ title, author, subject, createdAt }: PdfInfo, program: string): Buffer {
  const at = `${createdAt.toISOString().slice(0, 19)}Z`;
  const alt = (value: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt>`;
  return Buffer.from(`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:format>application/pdf</dc:format><dc:title>${alt(title)}</dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description>${alt(subject)}</dc:description><xmp:CreatorTool>${program}</xmp:CreatorTool>
<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate>
<pdf:Producer>${program}</pdf:Producer><pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`);
}

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string =>
  text.replaceAll(/[&<>]/g, (character) => ENTITY[character] as string);
