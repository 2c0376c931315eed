//! The code pages of DOS, which browsers have forgotten and old business programs still write.

use super::{charset, johab};

/// Decodes `bytes` when `label` names one of these sets.
pub fn decode(bytes: &[u8], label: &str) -> Option<String> {
    let number = number(&charset::plain(label))?;
    if number == 1361 {
        return Some(johab::decode(bytes));
    }
    let (_, high) = PAGES.iter().find(|(page, _)| *page == number)?;
    let high: Vec<char> = high.chars().collect();
    let one = |b: &u8| match b.checked_sub(0x80) {
        None => char::from(*b),
        Some(at) => high.get(usize::from(at)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some(bytes.iter().map(one).collect())
}

/// The number of the page that a label names, in the spellings of IANA, IBM, Java and Python.
fn number(label: &str) -> Option<u16> {
    match label {
        "johab" | "ksc5601_1992" | "ksc_5601_1992" | "ks_c_5601-1992" => return Some(1361),
        "cspc8codepage437" => return Some(437),
        "cspc775baltic" => return Some(775),
        "cspc850multilingual" => return Some(850),
        "pc-multilingual-850+euro" => return Some(858),
        "cspc862latinhebrew" => return Some(862),
        _ => {}
    }
    let digits = label.trim_start_matches(|c: char| !c.is_ascii_digit());
    let family = label[..label.len() - digits.len()].trim_end_matches(['-', '_', ' ']);
    let known =
        ["", "cp", "ibm", "csibm", "cspcp", "ccsid", "dos", "oem", "codepage", "ms", "x-ibm"];
    let known = known.contains(&family) || matches!(family, "x-cp" | "x-dos" | "pc" | "windows");
    if known { digits.parse().ok() } else { None }
}

/// The upper half of each page; what a page leaves open is the replacement character.
const PAGES: &[(u16, &str)] = &[
    (
        437,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        737,
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        775,
        "ĆüéāäģåćłēŖŗīŹÄÅÉæÆōöĢ¢ŚśÖÜø£Ø×¤ĀĪóŻżź”¦©®¬½¼Ł«»░▒▓│┤ĄČĘĖ╣║╗╝ĮŠ┐└┴┬├─┼ŲŪ╚╔╩╦╠═╬Žąčęėįš\
         ųūž┘┌█▄▌▐▀ÓßŌŃõÕµńĶķĻļņĒŅ’\u{ad}±“¾¶§÷„°∙·¹³²■\u{a0}",
    ),
    (
        850,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈı\
         ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        852,
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇ\
         ÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{ad}˝˛ˇ˘§÷¸°¨˙űŘř■\u{a0}",
    ),
    (
        855,
        "ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнН\
         оОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u{ad}ыЫзЗшШэЭщЩчЧ§■\u{a0}",
    ),
    (
        857,
        "ÇüéâäàåçêëèïîıÄÅÉæÆôöòûùİÖÜø£ØŞşáíóúñÑĞğ¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ºªÊËÈ\
         \u{fffd}ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµ\u{fffd}×ÚÛÙìÿ¯´\u{ad}±\u{fffd}¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        858,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€\
         ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}",
    ),
    (
        860,
        "ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£Ù₧ÓáíóúñÑªº¿Ò¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        861,
        "ÇüéâäàåçêëèÐðÞÄÅÉæÆôöþûÝýÖÜø£Ø₧ƒáíóúÁÍÓÚ¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        862,
        "\u{5d0}\u{5d1}\u{5d2}\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}\u{5d8}\u{5d9}\u{5da}\u{5db}\
         \u{5dc}\u{5dd}\u{5de}\u{5df}\u{5e0}\u{5e1}\u{5e2}\u{5e3}\u{5e4}\u{5e5}\u{5e6}\u{5e7}\
         \u{5e8}\u{5e9}\u{5ea}¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█\
         ▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        863,
        "ÇüéâÂà¶çêëèïî‗À§ÉÈÊôËÏûù¤ÔÜ¢£ÙÛƒ¦´óú¨¸³¯Î⌐¬½¼¾«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        864,
        "°·∙√▒─│┼┤┬├┴┐┌└┘β∞φ±½¼≈«»\u{fef7}\u{fef8}\u{fffd}\u{fffd}\u{fefb}\u{fefc}\u{fffd}\
         \u{a0}\u{ad}\u{fe82}£¤\u{fe84}\u{fffd}\u{fffd}\u{fe8e}\u{fe8f}\u{fe95}\u{fe99}،\
         \u{fe9d}\u{fea1}\u{fea5}\u{660}\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}\u{667}\
         \u{668}\u{669}\u{fed1}\u{61b}\u{feb1}\u{feb5}\u{feb9}\u{61f}¢\u{fe80}\u{fe81}\u{fe83}\
         \u{fe85}\u{feca}\u{fe8b}\u{fe8d}\u{fe91}\u{fe93}\u{fe97}\u{fe9b}\u{fe9f}\u{fea3}\
         \u{fea7}\u{fea9}\u{feab}\u{fead}\u{feaf}\u{feb3}\u{feb7}\u{febb}\u{febf}\u{fec1}\
         \u{fec5}\u{fecb}\u{fecf}¦¬÷×\u{fec9}\u{640}\u{fed3}\u{fed7}\u{fedb}\u{fedf}\u{fee3}\
         \u{fee7}\u{feeb}\u{feed}\u{feef}\u{fef3}\u{febd}\u{fecc}\u{fece}\u{fecd}\u{fee1}\
         \u{fe7d}ّ\u{fee5}\u{fee9}\u{feec}\u{fef0}\u{fef2}\u{fed0}\u{fed5}\u{fef5}\u{fef6}\
         \u{fedd}\u{fed9}\u{fef1}■\u{fffd}",
    ),
    (
        865,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø₧ƒáíóúñÑªº¿⌐¬½¼¡«¤░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒\
         ╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
    ),
    (
        869,
        "\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}Ά\u{fffd}·¬¦‘’Έ―ΉΊΪΌ\u{fffd}\u{fffd}ΎΫ\
         ©Ώ²³ά£έήίϊΐόύΑΒΓΔΕΖΗ½ΘΙ«»░▒▓│┤ΚΛΜΝ╣║╗╝ΞΟ┐└┴┬├─┼ΠΡ╚╔╩╦╠═╬ΣΤΥΦΧΨΩαβγ┘┌█▄δε▀ζηθικλμνξοπρσ\
         ςτ΄\u{ad}±υφχ§ψ΅°¨ωϋΰώ■\u{a0}",
    ),
];

#[cfg(test)]
mod tests {
    use super::{PAGES, decode};

    #[test]
    fn every_page_is_whole() {
        for (page, high) in PAGES {
            assert_eq!(high.chars().count(), 128, "{page}");
        }
    }

    #[test]
    fn old_programs_are_read() {
        for (label, bytes, want) in [
            ("ibm850", b"f\x81r das Ger\x84t".as_slice(), "für das Gerät"),
            ("cp437", b"R\x81ckmeldung \xc4\xc4", "Rückmeldung ──"),
            ("IBM-437", b"\x9b", "¢"),
            ("cspc8codepage437", b"\x81", "ü"),
            ("850", b"\xd5", "ı"),
            ("cp00858", b"\xd5", "€"),
            ("cp852", b"p\xfd\xa1li\xe7 \xa7lu\x9cou\xec", "příliš žluťouý"),
            ("ibm855", b"\xe1\xe1", "рр"),
            ("cp857", b"\x9f \x8d \xa7", "ş ı ğ"),
            ("cp862", b"\x99\x8c\x85\x8d", "שלום"),
            ("cp864", b"\xe1", "\u{fed3}"),
            ("dos-865", b"\x9b", "ø"),
            ("cp737", b"\x81", "Β"),
        ] {
            assert_eq!(decode(bytes, label).as_deref(), Some(want), "{label}");
        }
        for label in ["utf-8", "windows-1252", "iso-8859-1", "cp866", "x", ""] {
            assert_eq!(decode(b"x", label), None, "{label}");
        }
    }
}
